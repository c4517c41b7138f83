// In the place of the part of Pyodide that Emscripten writes.
