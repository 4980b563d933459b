/** Divides the words of a name into the names of people and a title, as «باغ بی‌صدا ساوجی». */
import type { ArtistHit } from '../search-engine.ts'

/** People whose names have some of the words, in groups, and the other words. */
export type Division = { people: string[][]; text: string }

/** Maximum number of people with the same name. */
const NAMESAKES = 5
/** Maximum number of divisions that are tried. */
const DIVISIONS = 8

/** Returns people with all these words in their names; if the words are the whole name of some people, only those. */
export function namesakes(asked: readonly string[], hits: readonly ArtistHit[]): string[] {
  const having = hits.filter(hit => asked.every(word => hit.words?.includes(word)))
  const whole = having.filter(({ match }) => match === 'exact')
  return (whole.length > 0 ? whole : having).slice(0, NAMESAKES).map(({ id }) => id)
}

/**
 * Returns the ways to read words as one person, as a title and a person, or as two people, the likeliest first.
 * @param hits people with some of the words
 */
export function divideWords(words: readonly string[], hits: readonly ArtistHit[]): Division[] {
  const { length } = words
  const peopleIn = (from: number, to: number) => {
    return namesakes(words.slice(from, to), hits)
  }
  const text = (from: number, to: number) => words.slice(from, to).join(' ')
  const divisions: Division[] = [{ people: [peopleIn(0, length)], text: '' }]
  for (let own = length - 1; own > 0; own--) {
    const rest = length - own
    divisions.push({ people: [peopleIn(rest, length)], text: text(0, rest) })
    divisions.push({ people: [peopleIn(0, own)], text: text(own, length) })
  }
  for (let own = length - 1; own > 0; own--)
    divisions.push({ people: [peopleIn(0, own), peopleIn(own, length)], text: '' })
  return divisions
    .filter(({ people }) => people.every(group => group.length > 0))
    .slice(0, DIVISIONS)
}
