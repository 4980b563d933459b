/** Navigation by remote control: the arrow keys move the focus, Back closes what is open. Imported in TV mode only. */
import './tv-banner.browser.ts'
import { closeLayer, openLayer } from './layers.ts'
import { remoteKeyName } from './remote-keys.ts'
import { type Direction, type Edge, type FocusTarget, nextTarget } from './spatial-navigation.ts'

const FOCUSABLE =
  'a[href], button:not([disabled]), input, select, textarea, summary, [tabindex="0"]'
const ARROW = /^Arrow(Up|Down|Left|Right)$/
/** The likely first choice: the action of the visible title in the hero, or of the title of the page. */
const FIRST = '[data-slide][data-active] .primary-action a, article .primary-action a'
/** `data-focus-row` groups controls, `data-row` the cards of a row. */
const ROW = '[data-focus-row], [data-row]'
const TOP_BARS = '.site-header, .system-banner'
const BOTTOM_BARS = '.tv-banner, .bottom-stack'
/** The element last focused in each row. */
const lastOfRow = new Map<string, Element>()

addEventListener('keydown', event => {
  if (!('tv' in document.documentElement.dataset) || event.defaultPrevented) return
  const key = remoteKeyName(event)
  if (key === 'GoBack') return goBack(event)
  const arrow = ARROW.exec(key)?.[1]
  if (!arrow || isForTextField(event)) return
  const next = targetOf(arrow.toLowerCase() as Direction)
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'smooth' })
})
addEventListener('focusin', ({ target }) => {
  const row = target instanceof Element ? rowOf(target) : undefined
  if (row) lastOfRow.set(row, target as Element)
})

focusFirst()

/** A remote control has no pointer, so the likely first choice has the focus when a page opens. */
function focusFirst(): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return
  focusableElements()
    .find(item => item.matches(FIRST))
    ?.focus({ preventScroll: true })
}

function targetOf(direction: Direction): HTMLElement | null {
  const items = focusableElements()
  if (!items.some(item => item === document.activeElement)) {
    const first = items.find(item => item.matches(FIRST))
    if (first) return first
  }
  const targets = items.map(placeOf)
  return nextTarget(targets, focused(), direction, rowsOf(targets))
}

/**
 * Goes back one level: closes what is open, else returns to the previous page. A TV browser does the same for the keys
 * that it handles.
 */
function goBack(event: KeyboardEvent): void {
  const layer = openLayer()
  // The TV itself leaves the site on the first page.
  if (!layer && history.length < 2) return
  event.preventDefault()
  if (layer) closeLayer(layer)
  else history.back()
}

function placeOf(item: HTMLElement) {
  return { item, box: item.getBoundingClientRect(), row: rowOf(item), edge: edgeOf(item) }
}

function edgeOf(item: Element): Edge {
  if (item.closest(TOP_BARS)) return 'top'
  return item.closest(BOTTOM_BARS) ? 'bottom' : undefined
}

function rowOf(item: Element): string | undefined {
  const row = item.closest<HTMLElement>(ROW)
  return row?.dataset.focusRow ?? row?.dataset.row
}

/**
 * Returns the target of up and down in each row: the element last used there, else the first of a group of controls.
 */
function rowsOf(targets: readonly FocusTarget<HTMLElement>[]): Map<string, HTMLElement> {
  const rows = new Map<string, HTMLElement>()
  for (const { item, row } of targets) {
    if (row === undefined) continue
    const isLast = lastOfRow.get(row) === item
    const isFirst = !rows.has(row) && item.closest('[data-focus-row]') !== null
    if (isLast || isFirst) rows.set(row, item)
  }
  return rows
}

/** Returns the focused element, or the middle of the viewport's top edge. */
function focused(): FocusTarget<HTMLElement | null> {
  const item = document.activeElement
  if (!(item instanceof HTMLElement) || item === document.body) {
    return { item: null, box: new DOMRect(innerWidth / 2, 0, 0, 0) }
  }
  return placeOf(item)
}

/** True for keys that a text field handles: left and right move the caret; up and down leave the field. */
function isForTextField({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && /Left|Right/.test(key)
}

/** An open dialog or popover traps the focus. */
function focusableElements(): HTMLElement[] {
  const scope = openLayer() ?? document
  return [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    element => element.tabIndex >= 0 && !element.closest('[inert]') && isVisible(element),
  )
}

/** Replaces `checkVisibility`, which TVs lack. */
function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
}
