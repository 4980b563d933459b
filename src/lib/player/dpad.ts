/** Moves focus by geometry: the nearest thing in the direction of the arrow, rows remembered. */
import type { Direction } from './keymap.ts'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Spot<T> {
  item: T
  box: Box
  /** Things of one row share it; entering the row again goes to the one that was left. */
  row?: string | undefined
}

/** Leaving the straight line costs more than distance along it. */
const SIDEWAYS_COST = 3

export function nextSpot<T>(
  spots: Spot<T>[],
  from: Spot<T>,
  direction: Direction,
  lastOfRow: ReadonlyMap<string, T>,
): Spot<T> | null {
  let best: Spot<T> | null = null
  let bestCost = Number.POSITIVE_INFINITY
  for (const spot of spots) {
    if (spot.item === from.item) continue
    const cost = costOf(from.box, spot.box, direction)
    if (cost !== null && cost < bestCost) {
      best = spot
      bestCost = cost
    }
  }
  return best && remembered(spots, from, best, direction, lastOfRow)
}

function remembered<T>(
  spots: Spot<T>[],
  from: Spot<T>,
  to: Spot<T>,
  direction: Direction,
  lastOfRow: ReadonlyMap<string, T>,
) {
  const isVertical = direction === 'up' || direction === 'down'
  if (!isVertical || to.row === undefined || to.row === from.row) return to
  const last = lastOfRow.get(to.row)
  return spots.find(spot => spot.item === last && spot.row === to.row) ?? to
}

/** null where the box does not lie in that direction at all. */
function costOf(from: Box, to: Box, direction: Direction): number | null {
  const ahead = {
    right: to.left - from.right,
    left: from.left - to.right,
    down: to.top - from.bottom,
    up: from.top - to.bottom,
  }[direction]
  const isVertical = direction === 'up' || direction === 'down'
  const advance = centre(to, isVertical) - centre(from, isVertical)
  const goesForward = direction === 'right' || direction === 'down' ? advance > 1 : advance < -1
  if (!goesForward || ahead < -overlapAllowed(from, isVertical)) return null
  return (
    Math.max(0, ahead) + Math.abs(advance) * 0.1 + gapAcross(from, to, isVertical) * SIDEWAYS_COST
  )
}

function centre(box: Box, isVertical: boolean) {
  return isVertical ? (box.top + box.bottom) / 2 : (box.left + box.right) / 2
}

function overlapAllowed(box: Box, isVertical: boolean) {
  return (isVertical ? box.bottom - box.top : box.right - box.left) / 2
}

/** Zero while the two overlap across the direction, and a little for centres apart; what spans all of it lies straight ahead. */
function gapAcross(from: Box, to: Box, isVertical: boolean) {
  const gap = isVertical
    ? Math.max(to.left - from.right, from.left - to.right, 0)
    : Math.max(to.top - from.bottom, from.top - to.bottom, 0)
  const spans = isVertical
    ? to.left <= from.left && to.right >= from.right
    : to.top <= from.top && to.bottom >= from.bottom
  if (spans) return 0
  return gap + Math.abs(centre(to, !isVertical) - centre(from, !isVertical)) * 0.05
}
