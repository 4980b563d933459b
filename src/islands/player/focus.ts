/** Focus by the four arrows, over what can be reached now. */
import { nextSpot, type Spot } from '#src/lib/player/dpad.ts'
import type { Direction } from '#src/lib/player/keymap.ts'

const REACHABLE = 'button:not([disabled]), a[href], [role="slider"], [role="menuitemradio"]'
/** Of each player, what had the focus last in each of its rows. */
const lastOfRows = new WeakMap<HTMLElement, Map<string, HTMLElement>>()

/** An open dialog or menu keeps the focus to itself. */
function scopeOf(root: HTMLElement): HTMLElement {
  const layers = root.querySelectorAll<HTMLElement>('[data-focus-scope]')
  return layers[layers.length - 1] ?? root
}

function spotsIn(scope: HTMLElement): Spot<HTMLElement>[] {
  return [...scope.querySelectorAll<HTMLElement>(REACHABLE)].flatMap(item => {
    const box = boxOf(item)
    const isSeen = box.width > 0 && box.height > 0 && item.tabIndex >= 0
    if (!isSeen || getComputedStyle(item).visibility === 'hidden') return []
    return [{ item, box, row: item.closest<HTMLElement>('[data-focus-row]')?.dataset.focusRow }]
  })
}

/** Time fills its row: from anywhere above or below, it is straight ahead. */
function boxOf(item: HTMLElement) {
  const row = item.matches('.seek [role="slider"]') ? item.closest('[data-focus-row]') : null
  return (row ?? item).getBoundingClientRect()
}

export function moveFocus(root: HTMLElement, direction: Direction) {
  const scope = scopeOf(root)
  const spots = spotsIn(scope)
  const from = spots.find(spot => spot.item === document.activeElement)
  if (!from) return focusFirst(root)
  const lastOfRow = lastOfRows.get(root) ?? new Map<string, HTMLElement>()
  lastOfRows.set(root, lastOfRow)
  if (from.row !== undefined) lastOfRow.set(from.row, from.item)
  nextSpot(spots, from, direction, lastOfRow)?.item.focus()
}

export function focusFirst(root: HTMLElement) {
  const scope = scopeOf(root)
  const wanted = scope.querySelector<HTMLElement>(
    '[role="menuitemradio"][aria-checked="true"], [data-initial-focus]',
  )
  const target = wanted ?? spotsIn(scope)[0]?.item
  target?.focus({ preventScroll: false })
}

/** Tab goes round inside an open layer. */
export function trapTab(event: KeyboardEvent, root: HTMLElement) {
  const scope = scopeOf(root)
  if (event.key !== 'Tab' || scope === root) return
  const items = spotsIn(scope).map(spot => spot.item)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = event.shiftKey ? at - 1 : at + 1
  if (at >= 0 && next >= 0 && next < items.length) return
  event.preventDefault()
  items[event.shiftKey ? items.length - 1 : 0]?.focus()
}
