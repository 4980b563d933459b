/**
 * Sorted texts in typed arrays, each with the numbers of what has it (documents of a name or a word, words of a trigram). A hundred
 * thousand of them are a handful of objects, which the garbage collector never walks.
 */

/**
 * Text `i` is `letters[starts[i]]` to `letters[starts[i + 1] - 1]`, in UTF-16 units; its numbers are `postings[offsets[i]]` to
 * `postings[offsets[i + 1] - 1]`, ascending.
 */
export type Terms = {
  letters: Uint16Array
  starts: Uint32Array
  offsets: Uint32Array
  postings: Uint32Array
}

export function buildTerms(numbersByText: ReadonlyMap<string, readonly number[]>): Terms {
  const texts = [...numbersByText.keys()].sort(byUnits)
  const lists = texts.map(text => numbersByText.get(text) as readonly number[])
  const starts = new Uint32Array(texts.length + 1)
  const offsets = new Uint32Array(texts.length + 1)
  for (let at = 0; at < texts.length; at++) {
    starts[at + 1] = (starts[at] as number) + (texts[at] as string).length
    offsets[at + 1] = (offsets[at] as number) + (lists[at] as readonly number[]).length
  }
  const letters = new Uint16Array(starts[texts.length] as number)
  const postings = new Uint32Array(offsets[texts.length] as number)
  let unit = 0
  let posting = 0
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] as string
    for (let index = 0; index < text.length; index++) letters[unit++] = text.charCodeAt(index)
    const list = lists[at] as readonly number[]
    for (let index = 0; index < list.length; index++) postings[posting++] = list[index] as number
  }
  return { letters, starts, offsets, postings }
}

export function sizeOf({ starts }: Pick<Terms, 'starts'>): number {
  return starts.length - 1
}

export function textAt({ letters, starts }: Pick<Terms, 'letters' | 'starts'>, at: number): string {
  return String.fromCharCode(...letters.subarray(starts[at], starts[at + 1]))
}

export function lengthAt({ starts }: Pick<Terms, 'starts'>, at: number): number {
  return (starts[at + 1] as number) - (starts[at] as number)
}

/** How many have the text. */
export function countAt({ offsets }: Pick<Terms, 'offsets'>, at: number): number {
  return (offsets[at + 1] as number) - (offsets[at] as number)
}

/** What has one of the texts `from` to `to - 1`; not sorted where there are several. */
export function postingsOf({ offsets, postings }: Terms, from: number, to: number): Uint32Array {
  return postings.subarray(offsets[from], offsets[to])
}

export type Range = { from: number; to: number }

export function exactRange(terms: Terms, text: string): Range {
  const from = lowerBound(terms, text)
  const isThere = from < sizeOf(terms) && compareStart(terms, from, text) === 0
  return { from, to: isThere && lengthAt(terms, from) === text.length ? from + 1 : from }
}

/** The texts that start with `prefix`. */
export function prefixRange(terms: Terms, prefix: string): Range {
  const from = lowerBound(terms, prefix)
  let low = from
  let high = sizeOf(terms)
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareStart(terms, middle, prefix) > 0) high = middle
    else low = middle + 1
  }
  return { from, to: low }
}

/** Binary search: the first text that is not before `text`. */
function lowerBound(terms: Terms, text: string): number {
  let low = 0
  let high = sizeOf(terms)
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareStart(terms, middle, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares as many letters of a text as `prefix` has: 0 if it starts with it. */
function compareStart({ letters, starts }: Terms, at: number, prefix: string): number {
  const start = starts[at] as number
  const length = Math.min((starts[at + 1] as number) - start, prefix.length)
  for (let unit = 0; unit < length; unit++) {
    const difference = (letters[start + unit] as number) - prefix.charCodeAt(unit)
    if (difference !== 0) return difference
  }
  return length - prefix.length
}

/** The order of UTF-16 units, which is that of `letters`. */
function byUnits(a: string, b: string): number {
  return a < b ? -1 : 1
}
