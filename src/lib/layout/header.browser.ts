import { BREAKPOINT_MD } from '#src/contract/limits.ts'
import { languageOf, switchedPath } from '../i18n/languages.ts'

const TOP = 8
const STEP = 6

/** Solid once scrolled or with a menu open; above 960 px it hides on scroll down and returns on scroll up. */
export function initHeader(): void {
  const header = document.querySelector<HTMLElement>('[data-header]')
  if (!header) return
  let isPopoverOpen = false
  let last = 0
  const update = () => {
    const now = scrollY
    header.toggleAttribute(
      'data-solid',
      now > TOP || isPopoverOpen || header.querySelector('[aria-expanded="true"]') !== null,
    )
    if (innerWidth > BREAKPOINT_MD && Math.abs(now - last) > STEP)
      header.toggleAttribute('data-away', now > last && now > header.offsetHeight)
    if (innerWidth <= BREAKPOINT_MD) header.removeAttribute('data-away')
    if (Math.abs(now - last) > STEP) last = now
  }
  addEventListener('scroll', update, { passive: true })
  for (const popover of header.querySelectorAll('[popover]'))
    popover.addEventListener('toggle', event => {
      isPopoverOpen = (event as ToggleEvent).newState === 'open'
      update()
    })
  new MutationObserver(update).observe(header, {
    attributes: true,
    subtree: true,
    attributeFilter: ['aria-expanded'],
  })
  requestAnimationFrame(update)
  keepQuery()
}

/** A cached page has no query: adds that of this visit to the language switches and the sign-in links. */
function keepQuery(): void {
  const { pathname, search } = location
  if (!search) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language-switch]'))
    link.search = switchedPath(`/${search}`, languageOf(link.pathname)).replace(/^[^?]*/, '')
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-login], [data-sign-in]'))
    link.search = `?redirect=${encodeURIComponent(pathname + search)}`
}
