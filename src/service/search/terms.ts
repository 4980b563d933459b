/** Names and words in the order of their letters, so that those with one beginning stand side by side. */
import { merged, placeOf } from './sorted.ts'
import { sortedVocabulary, type Vocabulary, type Word } from './spelling.ts'

export type Term = Word & { docs: number[] }
type Name = Word & { number: number }
const byLetters = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1)

/** Whole names in the order of their letters, each with the number of its entry. */
export function createNames() {
  let all: Name[] = []
  let added: Name[] = []
  let vocabulary: Vocabulary | null = null
  const found = (beginning: string, isWanted: (name: Name) => boolean): number[] => {
    const numbers: number[] = []
    for (let at = placeOf(beginning, all); at < all.length; at++) {
      const name = all[at] as Name
      if (!isWanted(name)) break
      numbers.push(name.number)
    }
    return numbers
  }
  return {
    add: (text: string, number: number) => added.push({ text, number, count: 1 }),
    vocabulary() {
      vocabulary ??= sortedVocabulary(all)
      return vocabulary
    },
    called: (text: string) => found(text, name => name.text === text),
    beginning: (text: string) => found(text, name => name.text.startsWith(text)),
    settle(isThere: (number: number) => boolean): void {
      if (added.length === 0) return
      const kept = all.filter(({ number }) => isThere(number))
      all = merged(kept, added.sort(byLetters), byLetters)
      added = []
      vocabulary = null
    },
  }
}

/** Words in the order of their letters, each with the numbers of the entries that have it. */
export function createTerms() {
  const byText = new Map<string, Term>()
  let all: Term[] = []
  let added: Term[] = []
  let vocabulary: Vocabulary | null = null
  return {
    /** @returns the term where it is a new one */
    add(text: string, number: number): Term | null {
      const known = byText.get(text)
      if (known) {
        known.docs.push(number)
        known.count++
        return null
      }
      const term = { text, count: 1, docs: [number] }
      byText.set(text, term)
      added.push(term)
      return term
    },
    vocabulary() {
      vocabulary ??= sortedVocabulary(all)
      return vocabulary
    },
    settle(): void {
      if (added.length === 0) return
      all = merged(all, added.sort(byLetters), byLetters)
      added = []
      vocabulary = null
    },
    /** Those that begin so. */
    each(beginning: string, visit: (term: Term) => void): void {
      for (let at = placeOf(beginning, all); at < all.length; at++) {
        const term = all[at] as Term
        if (!term.text.startsWith(beginning)) return
        visit(term)
      }
    },
  }
}
