/** A long press on a card opens its sheet, for viewers without a hovering pointer. */

const HOLD_MS = 500
/** After the finger is lifted, a browser may still send the click or the context menu of the press. */
const AFTER_MS = 400

export function initLongPress(open: (card: HTMLElement) => void = openSheet): void {
  addEventListener('pointerdown', event => {
    const card = cardOf(event)
    if (!card || event.pointerType !== 'touch' || !event.isPrimary) return
    startPress(() => open(card))
  })
}

function openSheet(card: HTMLElement): void {
  void import('./card-sheet.browser.ts').then(({ openCardSheet }) => openCardSheet(card))
}

function cardOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.card-slot .poster-link') : null
}

/** Opens the sheet once, after the hold time or with the browser's own link menu, whichever comes first. */
function startPress(open: () => void): void {
  const press = new AbortController()
  const { signal } = press
  let isOpen = false
  const openOnce = () => {
    clearTimeout(timer)
    if (!isOpen) open()
    isOpen = true
  }
  const timer = setTimeout(openOnce, HOLD_MS)
  const openInstead = (menu: Event) => {
    menu.preventDefault()
    openOnce()
  }
  addEventListener('contextmenu', openInstead, { signal })
  const end = ({ type }: Event) => {
    clearTimeout(timer)
    press.abort()
    // A scroll or a drag cancels the pointer, and no click follows.
    if (isOpen && type === 'pointerup') ignoreRest()
  }
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal })
}

/** Ignores the remaining events of the press that opened the sheet. */
function ignoreRest(): void {
  const ended = new AbortController()
  const { signal } = ended
  const ignore = (event: Event) => event.preventDefault()
  for (const type of ['click', 'contextmenu'])
    addEventListener(type, ignore, { capture: true, once: true, signal })
  setTimeout(() => ended.abort(), AFTER_MS)
}
