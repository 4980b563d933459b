/** Sets of documents in a segment, as sorted arrays of their numbers. */

/** Share of the segment up to which sorting is faster than a bit per document. */
const DENSE_FROM = 1 / 64
const ALWAYS_SORTED = 64

let bits = new Uint32Array(0)

/** Sorts and deduplicates the numbers. @param size of the segment */
export function sortedUnique(numbers: Uint32Array, size: number): Uint32Array {
  if (numbers.length < 2) return numbers
  const isSparse = numbers.length < Math.max(ALWAYS_SORTED, size * DENSE_FROM)
  return isSparse ? sorted(numbers) : throughBits(numbers, size)
}

function sorted(numbers: Uint32Array): Uint32Array {
  const all = numbers.slice().sort()
  let last = 0
  for (let at = 1; at < all.length; at++) if (all[at] !== all[last]) all[++last] = all[at] as number
  return all.subarray(0, last + 1)
}

function throughBits(numbers: Uint32Array, size: number): Uint32Array {
  const length = Math.ceil(size / 32)
  if (bits.length < length) bits = new Uint32Array(length)
  for (const number of numbers)
    bits[number >>> 5] = (bits[number >>> 5] as number) | (1 << (number & 31))
  const all = new Uint32Array(Math.min(size, numbers.length))
  let count = 0
  for (let at = 0; at < length; at++) {
    let rest = bits[at] as number
    bits[at] = 0
    while (rest !== 0) {
      const lowest = rest & -rest
      all[count++] = (at << 5) + 31 - Math.clz32(lowest)
      rest ^= lowest
    }
  }
  return all.subarray(0, count)
}

export function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  const all = new Uint32Array(Math.min(a.length, b.length))
  let count = 0
  let at = 0
  for (const number of a) {
    while (at < b.length && (b[at] as number) < number) at++
    if (at === b.length) break
    if (b[at] === number) all[count++] = number
  }
  return all.subarray(0, count)
}

export function concatenated(lists: readonly Uint32Array[]): Uint32Array {
  const [first] = lists
  if (lists.length === 1 && first) return first
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const list of lists) {
    all.set(list, end)
    end += list.length
  }
  return all
}
