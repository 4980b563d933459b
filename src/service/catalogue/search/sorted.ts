/** Returns the first `limit` items in sorted order, without sorting the whole list. */
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
