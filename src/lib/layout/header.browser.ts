import { languageSwitchPath, pathLanguage } from '../i18n/languages.ts'

const TOP = 8
const STEP = 6

/**
 * Makes the header opaque after scrolling or with an open menu. On wide screens the style sheet hides it on scroll down
 * and shows it on scroll up.
 */
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
    if (Math.abs(now - last) <= STEP) return
    header.toggleAttribute('data-away', now > last && now > header.offsetHeight)
    last = now
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

/** A cached page has no query, so this adds the query of this visit to the language switches and sign-in links. */
function keepQuery(): void {
  const { pathname, search } = location
  if (!search) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language-switch]'))
    link.search = languageSwitchPath(`/${search}`, pathLanguage(link.pathname)).replace(
      /^[^?]*/,
      '',
    )
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-login], [data-sign-in]'))
    link.search = `?redirect=${encodeURIComponent(pathname + search)}`
}
