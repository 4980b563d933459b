/** Focus in the player: arrow keys, the first control of a panel, and the tab trap. */
import { type Direction, type FocusTarget, nextTarget } from '#src/lib/tv/spatial-navigation.ts'

const FOCUSABLE = 'button:not([disabled]), a[href], [role="slider"], [role="menuitemradio"]'
/** The element that was focused last in each row, by player. */
const lastOfRows = new WeakMap<HTMLElement, Map<string, HTMLElement>>()

/** Returns the element that traps the focus: an open panel, an error message or the player. */
function scopeOf(root: HTMLElement): HTMLElement {
  const scopes = root.querySelectorAll<HTMLElement>('[data-focus-scope]')
  return scopes[scopes.length - 1] ?? root
}

function targetsIn(scope: HTMLElement): FocusTarget<HTMLElement>[] {
  return [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].flatMap(item => {
    const box = boxOf(item)
    const isVisible = box.width > 0 && box.height > 0 && item.tabIndex >= 0
    if (!isVisible || getComputedStyle(item).visibility === 'hidden') return []
    return [{ item, box, row: item.closest<HTMLElement>('[data-focus-row]')?.dataset.focusRow }]
  })
}

/** Returns the box of an item. The seek bar counts as wide as its row, so that up and down always reach it. */
function boxOf(item: HTMLElement) {
  const row = item.matches('.seek [role="slider"]') ? item.closest('[data-focus-row]') : null
  return (row ?? item).getBoundingClientRect()
}

export function moveFocus(root: HTMLElement, direction: Direction) {
  const targets = targetsIn(scopeOf(root))
  const from = targets.find(({ item }) => item === document.activeElement)
  if (!from) return focusFirst(root)
  const lastOfRow = lastOfRows.get(root) ?? new Map<string, HTMLElement>()
  lastOfRows.set(root, lastOfRow)
  if (from.row !== undefined) lastOfRow.set(from.row, from.item)
  nextTarget(targets, from, direction, lastOfRow)?.focus()
}

/**
 * Selector of the control to focus first: the selected option, else the first one below the head of a panel; pause in the control
 * bar.
 */
const FIRST =
  '[role="menuitemradio"][aria-checked="true"], [data-initial-focus], .control-bar .is-play'

export function focusFirst(root: HTMLElement) {
  const scope = scopeOf(root)
  const preferred = scope.querySelector<HTMLElement>(FIRST)
  const body = scope.querySelector<HTMLElement>('.panel-body')
  const [first] = [...(body ? targetsIn(body) : []), ...targetsIn(scope)]
  const element = preferred ?? first?.item
  element?.focus({ preventScroll: false })
}

export function focusSeekBar(root: HTMLElement) {
  root.querySelector<HTMLElement>('.seek [role="slider"]')?.focus()
}

/** Keeps Tab inside an open panel. */
export function trapTab(event: KeyboardEvent, root: HTMLElement) {
  const scope = scopeOf(root)
  if (event.key !== 'Tab' || scope === root) return
  const items = targetsIn(scope).map(target => target.item)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = event.shiftKey ? at - 1 : at + 1
  if (at >= 0 && next >= 0 && next < items.length) return
  event.preventDefault()
  items[event.shiftKey ? items.length - 1 : 0]?.focus()
}
