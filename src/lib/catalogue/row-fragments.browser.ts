/**
 * Rows further down a page are empty until they come near the screen. Then their cards are fetched as HTML from an
 * address that is cached like a page.
 */
import { fetchFragment } from './html-fragment.browser.ts'

/** Distance at which a row is fetched, so that its cards arrive before it is visible. */
const MARGIN = '250% 0px'
const GONE = [404, 410]

type Filled = (row: HTMLElement) => void

/** Loads rows as they come near. `filled` is called with each row whose cards have arrived. */
export function loadRows(filled: Filled): void {
  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        void fill(target as HTMLElement, filled)
      }
    },
    { rootMargin: MARGIN },
  )
  for (const space of document.querySelectorAll('[data-fragment]')) observer.observe(space)
}

async function fill(space: HTMLElement, filled: Filled): Promise<void> {
  const row = space.closest<HTMLElement>('[data-row]')
  if (!row) return
  const { status, nodes } = await fetchFragment(space.dataset.fragment ?? '', '[data-scroll]')
  if (GONE.includes(status)) row.remove()
  else if (!nodes) offerRetry(space, () => fill(space, filled))
  else {
    deferOffScreen(row)
    space.append(...nodes)
    space.removeAttribute('data-fragment')
    filled(row)
  }
}

/** An off-screen row is not laid out, and keeps the height reserved for its cards. */
function deferOffScreen(row: HTMLElement): void {
  const { top, bottom, height } = row.getBoundingClientRect()
  if (top < innerHeight && bottom > 0) return
  row.style.setProperty('contain-intrinsic-block-size', `auto ${height}px`)
  row.classList.add('deferred')
}

function offerRetry(space: HTMLElement, retry: () => Promise<void>): void {
  const template = document.querySelector<HTMLTemplateElement>('[data-row-failure]')
  if (!template) return
  space.append(template.content.cloneNode(true))
  const button = space.querySelector('button')
  button?.addEventListener('click', async () => {
    space.textContent = ''
    await retry()
    // The pressed button is gone, so its replacement gets the focus.
    if (document.activeElement === document.body)
      space.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  })
}
