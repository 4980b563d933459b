/**
 * Finds words that share trigrams with another. Words are padded with two spaces before and one after, as in pg_trgm.
 */
import type { Steps } from './steps.ts'
import { buildTerms, countTerms, exactRange, readPostings, type Terms, textAt } from './terms.ts'

/** Position of a word; `similarity` is the share of the trigrams, 0 to 1. */
export type Scored = { word: number; similarity: number }

const EVERY = 0x3f

let shared = new Uint16Array(0)

/** Returns words with at least this share of the trigrams of `word`, the most similar first. */
export function similarWords(word: string, words: Terms, trigrams: Terms, least: number): Scored[] {
  if (shared.length < countTerms(words))
    shared = new Uint16Array(Math.ceil(countTerms(words) * 1.25))
  const asked = splitTrigrams(word)
  const touched: number[] = []
  for (const trigram of asked) {
    const { from, to } = exactRange(trigrams, trigram)
    for (const at of readPostings(trigrams, from, to)) {
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

/** Builds the trigrams. @returns trigrams with the positions of their words */
export function* buildTrigrams(words: Terms): Steps<Terms> {
  const wordsByTrigram = new Map<string, number[]>()
  for (let at = 0; at < countTerms(words); at++) {
    if ((at & EVERY) === 0) yield
    for (const trigram of splitTrigrams(textAt(words, at))) {
      const known = wordsByTrigram.get(trigram)
      if (known) known.push(at)
      else wordsByTrigram.set(trigram, [at])
    }
  }
  return buildTerms(wordsByTrigram)
}

export function splitTrigrams(word: string): Set<string> {
  const padded = `  ${word} `
  const all = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) all.add(padded.slice(at, at + 3))
  return all
}
