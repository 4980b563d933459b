/** Words that share trigrams with another. Words are padded with two blanks before and one after, as in pg_trgm. */
import type { Steps } from './steps.ts'
import { buildTerms, exactRange, postingsOf, sizeOf, type Terms, textAt } from './terms.ts'

/** Positions of words; `similarity` is the share of the trigrams, 0 to 1. */
export type Scored = { word: number; similarity: number }

const EVERY = 0x3f

let shared = new Uint16Array(0)

/** Words with at least this share of the trigrams of `word`, most similar first. */
export function similarWords(word: string, words: Terms, trigrams: Terms, least: number): Scored[] {
  if (shared.length < sizeOf(words)) shared = new Uint16Array(Math.ceil(sizeOf(words) * 1.25))
  const asked = trigramsOf(word)
  const touched: number[] = []
  for (const trigram of asked) {
    const { from, to } = exactRange(trigrams, trigram)
    for (const at of postingsOf(trigrams, from, to)) {
      if (shared[at] === 0) touched.push(at)
      shared[at] = (shared[at] as number) + 1
    }
  }
  const minShared = least * asked.size
  const found: Scored[] = []
  for (const at of touched) {
    const count = shared[at] as number
    shared[at] = 0
    if (count >= minShared) found.push({ word: at, similarity: count / asked.size })
  }
  return found.sort((a, b) => b.similarity - a.similarity)
}

/** @returns trigrams with the positions of their words */
export function* buildTrigrams(words: Terms): Steps<Terms> {
  const wordsByTrigram = new Map<string, number[]>()
  for (let at = 0; at < sizeOf(words); at++) {
    if ((at & EVERY) === 0) yield
    for (const trigram of trigramsOf(textAt(words, at))) {
      const known = wordsByTrigram.get(trigram)
      if (known) known.push(at)
      else wordsByTrigram.set(trigram, [at])
    }
  }
  return buildTerms(wordsByTrigram)
}

export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  const all = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) all.add(padded.slice(at, at + 3))
  return all
}
