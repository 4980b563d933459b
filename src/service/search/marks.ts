/** Marks of documents, reused by all queries: allocating an array of this length per query is expensive. */

const LAST_EPOCH = 0x7fffff00

export function createMarks() {
  let marks = new Int32Array(0)
  let epoch = 0
  return {
    reserve(length: number): void {
      if (marks.length >= length) return
      marks = new Int32Array(Math.ceil(length * 1.25))
      epoch = 0
    },
    /** Reserves `count` values that no mark has yet. @returns the marks, and the first of the values */
    next(count = 1): { marks: Int32Array; first: number } {
      if (epoch > LAST_EPOCH - count) {
        marks.fill(0)
        epoch = 0
      }
      epoch += count
      return { marks, first: epoch - count + 1 }
    },
  }
}
