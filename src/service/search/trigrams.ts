/** Words by the groups of three letters that make them up, two blanks before and one after, as pg_trgm counts them. */

export type Alike<Value> = { value: Value; likeness: number }

export function createTrigrams<Value>() {
  const values: Value[] = []
  /** For each trigram the places in `values` that have it. */
  const places = new Map<string, number[]>()
  let shared = new Uint16Array(0)
  return {
    add(word: string, value: Value): void {
      const place = values.push(value) - 1
      for (const trigram of trigramsOf(word)) {
        const known = places.get(trigram)
        if (known) known.push(place)
        else places.set(trigram, [place])
      }
    },
    /** Those that hold at least this part of the word's trigrams, the likest first; `likeness` is that part, 0 to 1. */
    like(word: string, least: number): Alike<Value>[] {
      if (shared.length < values.length) shared = new Uint16Array(Math.ceil(values.length * 1.25))
      const trigrams = trigramsOf(word)
      const touched: number[] = []
      for (const trigram of trigrams) {
        for (const place of places.get(trigram) ?? []) {
          if (shared[place] === 0) touched.push(place)
          shared[place] = (shared[place] as number) + 1
        }
      }
      const enough = least * trigrams.size
      const found: Alike<Value>[] = []
      for (const place of touched) {
        const count = shared[place] as number
        shared[place] = 0
        if (count < enough) continue
        found.push({ value: values[place] as Value, likeness: count / trigrams.size })
      }
      return found.sort((a, b) => b.likeness - a.likeness)
    },
  }
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
