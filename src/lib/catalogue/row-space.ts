/**
 * The height of a row whose cards are not there yet: how wide the longest of each of the lines below its pictures is, in em, as
 * custom properties for `.row-space` (src/styles/rows.css), which reckons from the width of a card how many lines they take.
 */
import type { ContentCard } from '#src/contract/content.ts'
import type { Widget } from '#src/contract/pages.ts'
import { ratingOf, yearAndCountries } from './card.ts'
import { flagsOf, lengthOf, type PosterCardT, ticketText } from './poster-card.ts'

export type RowSpace = { kind: string; style?: string }

/** Widths in em, measured in both languages; the longest line of a row is seldom the one with the widest letters. */
const LETTER = 0.48
/** A rating with its icon. */
const RATING = 3.7
/** Before a ticket's price. */
const ICON = 1.8
/** The edges of a flag and the gap to the next. */
const FLAG = 1.7
/** Neither joiners nor marks above a letter make a text wider. */
const WITHOUT_WIDTH = /[\u200c\p{M}]/gu

export function rowSpace(widget: Widget, t: PosterCardT): RowSpace {
  switch (widget.type) {
    case 'category_carousel':
    case 'survey':
      return { kind: 'tile-space' }
    case 'artist_carousel':
      return space('people-space', { title: widest(widget.items, ({ name }) => widthOf(name)) })
    default:
      return space('poster-space', posterLines(widget.items, t))
  }
}

function posterLines(cards: readonly ContentCard[], t: PosterCardT) {
  return {
    title: widest(cards, ({ title }) => widthOf(title)),
    facts: widest(cards, card => {
      const text = yearAndCountries(card, t.language).join(' · ')
      return widthOf(text) + (ratingOf(card) ? RATING : 0)
    }),
    length: widest(cards, card => widthOf(lengthOf(card, t))),
    flags: widest(cards, card =>
      flagsOf(card, t).reduce((sum, { text }) => sum + widthOf(text) + FLAG, 0),
    ),
    ticket: widest(cards, card => {
      const text = ticketText(card, t)
      return text ? widthOf(text) + ICON : 0
    }),
  }
}

function space(kind: string, lines: Record<string, number>): RowSpace {
  const style = Object.entries(lines).map(([name, em]) => `--${name}:${+em.toFixed(1)}`)
  return { kind, style: style.join(';') }
}

function widest<Item>(items: readonly Item[], width: (item: Item) => number): number {
  return Math.max(0, ...items.map(width))
}

function widthOf(text: string | null): number {
  return (text ?? '').replace(WITHOUT_WIDTH, '').length * LETTER
}
