import { BREAKPOINTS } from '#src/contract/limits.ts'

const TOP = 8
const STEP = 6

/** Solid once scrolled or with a menu open; above 960 px it hides on scroll down and returns on scroll up. */
export function initHeader(): void {
  const header = document.querySelector<HTMLElement>('[data-header]')
  if (!header) return
  let last = 0
  const update = () => {
    const now = scrollY
    header.toggleAttribute(
      'data-solid',
      now > TOP || header.querySelector('[aria-expanded="true"], :popover-open') !== null,
    )
    if (innerWidth > BREAKPOINTS.md && Math.abs(now - last) > STEP)
      header.toggleAttribute('data-away', now > last && now > header.offsetHeight)
    if (innerWidth <= BREAKPOINTS.md) header.removeAttribute('data-away')
    if (Math.abs(now - last) > STEP) last = now
  }
  addEventListener('scroll', update, { passive: true })
  header.querySelector('[popover]')?.addEventListener('toggle', update)
  new MutationObserver(update).observe(header, {
    attributes: true,
    subtree: true,
    attributeFilter: ['aria-expanded'],
  })
  requestAnimationFrame(update)
  keepQuery()
}

/** A cached page has no query: adds that of this visit to the language switch and the sign-in link. */
function keepQuery(): void {
  if (!location.search) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language-switch]'))
    link.search = location.search
  const login = document.querySelector<HTMLAnchorElement>('a[data-login]')
  if (login) login.search = `?redirect=${encodeURIComponent(location.pathname + location.search)}`
}
