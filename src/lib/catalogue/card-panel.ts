/** The path of the panel that grows from a card, and its place on the screen. */

type Size = { width: number; height: number }
/** A rectangle in CSS pixels from the top left corner of the viewport. */
export type Box = Size & { x: number; y: number }
export type PanelPlace = {
  /** Top left corner of the panel. */
  x: number
  y: number
  /** Transform from the panel to the card: the distance of their centres, and the width of the card per width of the panel. */
  from: { x: number; y: number; scale: number }
}

/** Minimum distance in CSS pixels from the edges of the screen. */
const EDGE = 8
const TITLE_PATH = /\/contents\/([^/]+)\/[^/]+$/

/** Returns the path of a title's panel by that of its page, in the same language; null for any other page. */
export function cardPanelPath(titlePath: string): string | null {
  return TITLE_PATH.test(titlePath) ? titlePath.replace(TITLE_PATH, '/cards/$1') : null
}

type Surroundings = {
  card: Box
  /** Size of the panel. */
  size: Size
  /** The part of the viewport that nothing else covers. */
  view: Box
  /** Margin in CSS pixels at both sides of the page. */
  gutter: number
}

/**
 * Centres a panel on a card and keeps it in the view. At the sides it also stays within the margins of the page, unless the card
 * itself is nearer to the edge.
 */
export function placePanel({ card, size, view, gutter }: Surroundings): PanelPlace {
  const [left, right] = [view.x + EDGE, view.x + view.width - EDGE]
  const first = clamp(card.x, left, Math.max(left, view.x + gutter))
  const last = clamp(card.x + card.width, Math.min(right, view.x + view.width - gutter), right)
  const bottom = view.y + view.height - EDGE
  const middle = centreOf(card)
  const x = clamp(middle.x - size.width / 2, first, last - size.width)
  const y = clamp(middle.y - size.height / 2, view.y + EDGE, bottom - size.height)
  const own = centreOf({ x, y, ...size })
  const scale = card.width / size.width
  return { x, y, from: { x: middle.x - own.x, y: middle.y - own.y, scale } }
}

function centreOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Returns `least` if it is more than `most`. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
