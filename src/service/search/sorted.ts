/** Operations on sorted lists that avoid sorting them again. */

/** Binary search: the index of the first item that is not before `text`. */
export function lowerBound(text: string, sorted: readonly { text: string }[]): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as { text: string }).text < text) low = middle + 1
    else high = middle
  }
  return low
}

/** The first `limit` items in sorted order, without sorting the whole list. */
export function topN<T>(list: readonly T[], compare: (a: T, b: T) => number, limit: number): T[] {
  const first: T[] = []
  for (const item of list) {
    if (first.length === limit && compare(item, first[limit - 1] as T) >= 0) continue
    const index = first.findIndex(each => compare(item, each) < 0)
    first.splice(index === -1 ? first.length : index, 0, item)
    if (first.length > limit) first.pop()
  }
  return first
}

/** Merges two sorted lists. */
export function mergeSorted<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  if (b.length === 0) return a as T[]
  const all: T[] = []
  let at = 0
  for (const item of a) {
    while (at < b.length && compare(b[at] as T, item) < 0) all.push(b[at++] as T)
    all.push(item)
  }
  while (at < b.length) all.push(b[at++] as T)
  return all
}
