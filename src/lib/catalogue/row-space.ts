/**
 * The height of a row whose cards are not there yet: how wide the lines below the picture of its highest card are, in em, as
 * custom properties for `.row-space` (src/styles/rows.css), which reckons from the width of a card how many lines they take.
 */
import type { ContentCard } from '#src/contract/content.ts'
import type { Widget } from '#src/contract/pages.ts'
import { ratingOf, yearAndCountries } from './card.ts'
import { flagsOf, lengthOf, type PosterCardT, ticketText } from './poster-card.ts'

export type RowSpace = { kind: string; style?: string }
/** Widths in em by line. */
type Lines = Record<string, number>

/** Widths in em, measured in both languages; the longest line of a row is seldom the one with the widest letters. */
const LETTER = 0.48
/** A rating with its icon. */
const RATING = 3.7
/** Before a ticket's price. */
const ICON = 1.8
/** The edges of a flag and the gap to the next. */
const FLAG = 1.7
/** The card of a phone, where most lines take two. */
const PHONE_CARD = 10
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

/** Those of the card with most lines on a phone, and one of each kind that only others have. */
function posterLines(cards: readonly ContentCard[], t: PosterCardT): Lines {
  const lines = cards.map(card => linesOf(card, t)).toSorted((a, b) => heightOf(b) - heightOf(a))
  const [highest = {}] = lines
  const others = Object.keys(highest).map(name => [
    name,
    highest[name] || Math.min(PHONE_CARD, Math.max(...lines.map(each => each[name] ?? 0))),
  ])
  return Object.fromEntries(others)
}

function linesOf(card: ContentCard, t: PosterCardT): Lines {
  const facts = widthOf(yearAndCountries(card, t.language).join(' · '))
  const ticket = ticketText(card, t)
  return {
    title: widthOf(card.title),
    facts: facts + (ratingOf(card) ? RATING : 0),
    length: widthOf(lengthOf(card, t)),
    flags: flagsOf(card, t).reduce((sum, { text }) => sum + widthOf(text) + FLAG, 0),
    ticket: ticket ? widthOf(ticket) + ICON : 0,
  }
}

/** In lines, on a phone; of two cards with as many, the one with the wider text is more. */
function heightOf(lines: Lines): number {
  return Object.values(lines).reduce((sum, em) => {
    const count = em === 0 ? 0 : em > PHONE_CARD ? 2 : 1
    return sum + count + em / 1000
  }, 0)
}

function space(kind: string, lines: Lines): RowSpace {
  const style = Object.entries(lines).map(([name, em]) => `--${name}:${+em.toFixed(1)}`)
  return { kind, style: style.join(';') }
}

function widest<Item>(items: readonly Item[], width: (item: Item) => number): number {
  return Math.max(0, ...items.map(width))
}

function widthOf(text: string | null): number {
  return (text ?? '').replace(WITHOUT_WIDTH, '').length * LETTER
}
