// What stands in the place of sw.js when a release has to be taken back: it throws away all that was kept, and itself.
// `make site OFFLINE=no` builds a site with it.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  })());
});
