/**
 * Inline at the end of every page. A script that does not load, because the connection broke or a deploy removed it, reloads the page
 * once; when that does not help, the page says so and offers to load again. Without it a part of the page would wait for ever.
 */

/** What Chromium, Firefox and Safari say of an `import()` that did not load. */
const MESSAGE = /(imported|ing a) module/

type Failing = Event & {
  target: HTMLScriptElement
  error?: string
  reason?: string
  detail?: { error: string }
}

/** Firefox and Safari end what a page still loads when a link is pressed: a reload would end the visitor's own navigation. */
const NAVIGATION_MS = 3_000
let navigatedAt = -NAVIGATION_MS
/** Safari of iOS does not always tell of its unload, so a pressed link counts too, unless a script handles it. */
const onNavigation = ({ type, target, defaultPrevented }: Event) => {
  if (type === 'click' && (defaultPrevented || !(target as Element).closest('a[href]'))) return
  navigatedAt = performance.now()
}
for (const type of ['beforeunload', 'click']) addEventListener(type, onNavigation)

for (const type of ['error', 'unhandledrejection', 'astro:hydration-error'])
  addEventListener(type, event => onFailure(event as Failing), true)

function onFailure({ target, error, reason, detail }: Failing): void {
  // Scripts of others are often blocked, and no page needs one. An error is tested by its message.
  const isScript = target.tagName === 'SCRIPT' && target.src.startsWith(location.origin)
  if (!isScript && !MESSAGE.test((detail ? detail.error : error || reason) as string)) return
  if (performance.now() < navigatedAt + NAVIGATION_MS) {
    // The page comes back from the back-forward cache as incomplete as it was left.
    addEventListener('pageshow', () => location.reload())
    return
  }
  // The old interface: televisions of 2019 and Safari 14 have no other. 0 is a navigation that is no reload.
  if (performance.navigation.type === 0 && navigator.onLine) location.reload()
  else document.querySelector<HTMLElement>('[data-load-failure]')!.hidden = false
}

// Makes the file a module: it only runs.
export {}
