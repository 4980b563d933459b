/** The service worker. It is not built: src/http/service-worker.ts serves this file. */
const CACHE = 'offline-__VERSION__'
const PAGES = ['/offline', '/en/offline']
/** Links to files of the build in the offline page. Their names change with their content. */
const FILES = /href="(\/(?:_astro|fonts)\/[^"]+)"/g

addEventListener('install', event => event.waitUntil(store()))
addEventListener('activate', event => event.waitUntil(begin()))
addEventListener('fetch', event => {
  const { mode, destination, url } = event.request
  // The worker's policy forbids third parties, while the page's may allow them: their requests are left to the browser.
  if (new URL(url).origin !== location.origin) return
  if (mode === 'navigate') event.respondWith(navigate(event))
  else if (destination === 'style' || destination === 'font')
    event.respondWith(fetch(event.request).catch(() => stored(url)))
})

async function store() {
  const cache = await caches.open(CACHE)
  for (const path of PAGES) {
    const reply = await fetch(path, { credentials: 'omit', cache: 'reload' })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    const html = await reply.clone().text()
    await cache.put(path, reply)
    for (const [, file] of html.matchAll(FILES))
      await cache.add(new Request(file, { credentials: 'omit' }))
  }
  await skipWaiting()
}

async function begin() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await registration.navigationPreload?.enable()
}

async function navigate({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const isEnglish = /^\/en(\/|$)/.test(new URL(request.url).pathname)
    return stored(isEnglish ? PAGES[1] : PAGES[0])
  }
}

async function stored(url) {
  return (await caches.match(url, { ignoreVary: true })) ?? Response.error()
}
