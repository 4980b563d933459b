/**
 * Inlined at the end of every page. A script that fails to load, because the connection broke or a deploy removed it,
 * reloads the page once. If that does not help, the page reports the failure and offers a reload. Otherwise part of the
 * page would wait for ever.
 */

/** Messages of Chromium, Firefox and Safari for an `import()` that failed to load. */
const MESSAGE = /(imported|ing a) module/

type Failing = Event & {
  target: HTMLScriptElement
  error?: string
  reason?: string
  detail?: { error: string }
}

/** When a link is pressed, Firefox and Safari abort pending loads; a reload would abort the visitor's navigation. */
const NAVIGATION_MS = 3_000
let navigatedAt = -NAVIGATION_MS
/** iOS Safari does not always fire an unload event, so a pressed link also counts unless a script handles it. */
const onNavigation = ({ type, target, defaultPrevented }: Event) => {
  if (type === 'click' && (defaultPrevented || !(target as Element).closest('a[href]'))) return
  navigatedAt = performance.now()
}
for (const type of ['beforeunload', 'click']) addEventListener(type, onNavigation)

for (const type of ['error', 'unhandledrejection', 'astro:hydration-error'])
  addEventListener(type, event => onFailure(event as Failing), true)

function onFailure({ target, error, reason, detail }: Failing): void {
  // Third-party scripts are often blocked, and no page depends on them. Errors are recognised by their message.
  const isScript = target.tagName === 'SCRIPT' && target.src.startsWith(location.origin)
  if (!isScript && !MESSAGE.test((detail ? detail.error : error || reason) as string)) return
  if (performance.now() < navigatedAt + NAVIGATION_MS) {
    // The back-forward cache restores the page as incomplete as it was.
    addEventListener('pageshow', () => location.reload())
    return
  }
  // TVs of 2019 and Safari 14 only have the old interface. 0 means a navigation that is not a reload.
  if (performance.navigation.type === 0 && navigator.onLine) location.reload()
  else document.querySelector<HTMLElement>('[data-load-failure]')!.hidden = false
}

export {}
