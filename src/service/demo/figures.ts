// Numbers a young catalogue has none of yet, drawn from a title's id so that they never change.

/** FNV-1a: a whole number from 0 up to `below`. */
export function numberOf(text: string, below: number): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % below
}

/** HH:MM:SS. */
export function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

const DAY = 86_400_000
const OPENING = Date.parse('2026-11-14T12:00:00+03:30')

/** New titles appeared in the last two months, the others over three years before. */
export function publishedAt(id: string, isNew: boolean): string {
  const days = isNew ? numberOf(id, 60) : 60 + numberOf(id, 1000)
  return new Date(OPENING - days * DAY - numberOf(`${id} hour`, 24) * 3_600_000).toISOString()
}

export function popularityOf(id: string, imdb: number): { visits: number; sales: number } {
  const visits = Math.round((imdb * imdb * (40 + numberOf(id, 160))) / 10)
  return { visits, sales: Math.round(visits / (20 + numberOf(`${id} sales`, 30))) }
}

/** What our viewers think: near the critics, never the same. */
export function ratingOf(id: string, imdb: number): number {
  return Math.min(98, imdb + numberOf(`${id} rate`, 17) - 6)
}
