/** The site's pages by remote control: the arrow keys move the focus. Imported in TV mode only. */
import './tv-banner.browser.ts'
import { type Direction, type FocusTarget, nextTarget } from './spatial-navigation.ts'

const FOCUSABLE =
  'a[href], button:not([disabled]), input, select, textarea, summary, [tabindex="0"]'
const ARROW = /^Arrow(Up|Down|Left|Right)$/

addEventListener('keydown', event => {
  const isOn = 'tv' in document.documentElement.dataset
  const arrow = ARROW.exec(event.key)?.[1]
  if (!isOn || !arrow || event.defaultPrevented || isForTextField(event)) return
  const targets = focusableElements().map(item => ({
    item,
    box: item.getBoundingClientRect(),
    row: rowOf(item),
  }))
  const direction = arrow.toLowerCase() as Direction
  const next = nextTarget<Element>(targets, focused(), direction, firstOfRow(targets))
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'smooth' })
})

/** `data-focus-row` groups elements: up and down lead to the first of them, such as the primary action of a title. */
function rowOf(item: Element): string | undefined {
  return item.closest<HTMLElement>('[data-focus-row]')?.dataset.focusRow
}

function firstOfRow(targets: readonly FocusTarget<HTMLElement>[]): Map<string, Element> {
  const first = new Map<string, Element>()
  for (const { item, row } of targets) if (row && !first.has(row)) first.set(row, item)
  return first
}

/** Without focus, the middle of the viewport's top edge. */
function focused() {
  const item = document.activeElement
  if (item === null || item === document.body) {
    return { item: null, box: new DOMRect(innerWidth / 2, 0, 0, 0) }
  }
  return { item, box: item.getBoundingClientRect(), row: rowOf(item) }
}

/** In a text field, left and right move the caret; up and down leave the field. */
function isForTextField({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && /Left|Right/.test(key)
}

/** An open dialog or popover traps the focus. */
function focusableElements(): HTMLElement[] {
  const scope = [...document.querySelectorAll(':modal, :popover-open')].at(-1) ?? document
  return [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    element =>
      element.tabIndex >= 0 &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}
