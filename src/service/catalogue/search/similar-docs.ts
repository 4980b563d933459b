/** Finds documents of a segment with words that share trigrams with those of a query. */
import type { Segment } from './segment.ts'
import { runAtOnce } from './steps.ts'
import { readPostings } from './terms.ts'
import { buildTrigrams, similarWords } from './trigrams.ts'

/** Minimum share of the query's trigrams in a word, and of its letters that matching words cover. */
const MIN_SIMILARITY = 0.45

type ScoredDoc = { doc: number; score: number }

// Shared by all searches, because arrays of this length are expensive to allocate.
let scores = new Float64Array(0)
let best = new Float64Array(0)

export function similarDocs(segment: Segment, typed: readonly string[]): ScoredDoc[] {
  if (scores.length < segment.size) {
    scores = new Float64Array(Math.ceil(segment.size * 1.25))
    best = new Float64Array(scores.length)
  }
  const touched: number[] = []
  for (const word of typed) addScores(segment, word, touched)
  const minScore = MIN_SIMILARITY * typed.join('').length
  const found: ScoredDoc[] = []
  for (const doc of touched) {
    const score = scores[doc] as number
    scores[doc] = 0
    if (score >= minScore) found.push({ doc, score })
  }
  return found
}

/** Each document is scored by its most similar word. */
function addScores(segment: Segment, typed: string, touched: number[]): void {
  const { words } = segment
  segment.trigrams ??= runAtOnce(buildTrigrams(words))
  const { trigrams } = segment
  const seen: number[] = []
  for (const { word, similarity } of similarWords(typed, words, trigrams, MIN_SIMILARITY))
    for (const doc of readPostings(words, word, word + 1)) {
      if (best[doc] !== 0) continue
      best[doc] = similarity
      seen.push(doc)
    }
  for (const doc of seen) {
    if (scores[doc] === 0) touched.push(doc)
    scores[doc] = (scores[doc] as number) + (best[doc] as number) * typed.length
    best[doc] = 0
  }
}
