/**
 * The space of a row whose cards have not loaded yet. Cards with posters and tiles have a fixed number of lines, so CSS knows their
 * height. Only a person's name takes one line or two: its width in em, as a custom property for `.row-space` (src/styles/rows.css).
 */
import type { Widget } from '#src/contract/pages.ts'
import { isRankedRow } from './row-fragment.ts'

export type RowSpace = { kind: string; style?: string }

/** Average width of a letter in em, measured in both languages. The longest name of a row is rarely the one with the widest letters. */
const LETTER = 0.48
/** Joiners and marks above a letter do not make a text wider. */
const WITHOUT_WIDTH = /[\u200c\p{M}]/gu

export function rowSpace(widget: Widget): RowSpace {
  switch (widget.type) {
    case 'category_carousel':
    case 'survey':
      return { kind: 'tile-space' }
    case 'artist_carousel': {
      const widest = Math.max(0, ...widget.items.map(({ name }) => widthOf(name)))
      return { kind: 'people-space', style: `--title:${+widest.toFixed(1)}` }
    }
    default:
      return { kind: isRankedRow(widget) ? 'ranked-space' : 'poster-space' }
  }
}

function widthOf(text: string): number {
  return text.replace(WITHOUT_WIDTH, '').length * LETTER
}
