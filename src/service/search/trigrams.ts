/** A trigram index of words. Words are padded with two blanks before and one after, as in pg_trgm. */

export type Scored<Value> = { value: Value; similarity: number }

export function createTrigrams<Value>() {
  const values: Value[] = []
  /** For each trigram the indexes in `values` that have it. */
  const postings = new Map<string, number[]>()
  let shared = new Uint16Array(0)
  return {
    add(word: string, value: Value): void {
      const index = values.push(value) - 1
      for (const trigram of trigramsOf(word)) {
        const known = postings.get(trigram)
        if (known) known.push(index)
        else postings.set(trigram, [index])
      }
    },
    /** Values with at least this share of the word's trigrams, most similar first; `similarity` is the share, 0 to 1. */
    similar(word: string, least: number): Scored<Value>[] {
      if (shared.length < values.length) shared = new Uint16Array(Math.ceil(values.length * 1.25))
      const trigrams = trigramsOf(word)
      const touched: number[] = []
      for (const trigram of trigrams) {
        for (const index of postings.get(trigram) ?? []) {
          if (shared[index] === 0) touched.push(index)
          shared[index] = (shared[index] as number) + 1
        }
      }
      const minShared = least * trigrams.size
      const found: Scored<Value>[] = []
      for (const index of touched) {
        const count = shared[index] as number
        shared[index] = 0
        if (count < minShared) continue
        found.push({ value: values[index] as Value, similarity: count / trigrams.size })
      }
      return found.sort((a, b) => b.similarity - a.similarity)
    },
  }
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
