/**
 * Sorted texts in typed arrays, each with the numbers of its users (documents of a name or a word, words of a trigram).
 * A hundred thousand texts are a few objects, which the garbage collector never traverses.
 */

/**
 * Text `i` is `letters[starts[i]]` to `letters[starts[i + 1] - 1]`, in UTF-16 units. Its numbers are
 * `postings[offsets[i]]` to `postings[offsets[i + 1] - 1]`, in ascending order.
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

export function countTerms({ starts }: Pick<Terms, 'starts'>): number {
  return starts.length - 1
}

export function textAt({ letters, starts }: Pick<Terms, 'letters' | 'starts'>, at: number): string {
  return String.fromCharCode(...letters.subarray(starts[at], starts[at + 1]))
}

export function lengthAt({ starts }: Pick<Terms, 'starts'>, at: number): number {
  return (starts[at + 1] as number) - (starts[at] as number)
}

/** Returns the number of postings of a text. */
export function countAt({ offsets }: Pick<Terms, 'offsets'>, at: number): number {
  return (offsets[at + 1] as number) - (offsets[at] as number)
}

/** Returns the postings of the texts `from` to `to - 1`; unsorted if there are several texts. */
export function readPostings({ offsets, postings }: Terms, from: number, to: number): Uint32Array {
  return postings.subarray(offsets[from], offsets[to])
}

export type Range = { from: number; to: number }

export function exactRange(terms: Terms, text: string): Range {
  const from = lowerBound(terms, text)
  const isThere = from < countTerms(terms) && compareStart(terms, from, text) === 0
  return { from, to: isThere && lengthAt(terms, from) === text.length ? from + 1 : from }
}

/** Returns the range of texts that start with `prefix`. */
export function prefixRange(terms: Terms, prefix: string): Range {
  const from = lowerBound(terms, prefix)
  let low = from
  let high = countTerms(terms)
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareStart(terms, middle, prefix) > 0) high = middle
    else low = middle + 1
  }
  return { from, to: low }
}

/** Binary search for the first text that is not before `text`. */
function lowerBound(terms: Terms, text: string): number {
  let low = 0
  let high = countTerms(terms)
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareStart(terms, middle, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares the first letters of a text with `prefix`: 0 if it starts with it. */
function compareStart({ letters, starts }: Terms, at: number, prefix: string): number {
  const start = starts[at] as number
  const length = Math.min((starts[at + 1] as number) - start, prefix.length)
  for (let unit = 0; unit < length; unit++) {
    const difference = (letters[start + unit] as number) - prefix.charCodeAt(unit)
    if (difference !== 0) return difference
  }
  return length - prefix.length
}

/** Compares by UTF-16 units, the order of `letters`. */
function byUnits(a: string, b: string): number {
  return a < b ? -1 : 1
}
