// Stands in the place of the site's service worker while an author watches: what `make serve` has kept at this address
// is thrown away, and the pages that it has answered are asked for again.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
    for (const page of await clients.matchAll({ type: "window" })) page.navigate(page.url);
  })());
});
