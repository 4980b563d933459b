/** Sorted lists of names and words for prefix search. */
import { lowerBound, mergeSorted } from './sorted.ts'
import { sortedVocabulary, type Vocabulary, type Word } from './spelling.ts'

export type Term = Word & { docs: number[] }
type Name = Word & { number: number }
const byLetters = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1)

/** Whole names, sorted, each with its document id. */
export function createSortedNames() {
  let all: Name[] = []
  let added: Name[] = []
  let vocabulary: Vocabulary | null = null
  const found = (prefix: string, matches: (name: Name) => boolean): number[] => {
    const numbers: number[] = []
    for (let at = lowerBound(prefix, all); at < all.length; at++) {
      const name = all[at] as Name
      if (!matches(name)) break
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
    exact: (text: string) => found(text, name => name.text === text),
    prefix: (text: string) => found(text, name => name.text.startsWith(text)),
    commit(exists: (number: number) => boolean): void {
      if (added.length === 0) return
      const remaining = all.filter(({ number }) => exists(number))
      all = mergeSorted(remaining, added.sort(byLetters), byLetters)
      added = []
      vocabulary = null
    },
  }
}

/** Words, sorted, each with the document ids that contain it. */
export function createSortedTerms() {
  const byText = new Map<string, Term>()
  let all: Term[] = []
  let added: Term[] = []
  let vocabulary: Vocabulary | null = null
  return {
    /** @returns the term if it is new */
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
    commit(): void {
      if (added.length === 0) return
      all = mergeSorted(all, added.sort(byLetters), byLetters)
      added = []
      vocabulary = null
    },
    /** Visits all terms with this prefix. */
    each(prefix: string, visit: (term: Term) => void): void {
      for (let at = lowerBound(prefix, all); at < all.length; at++) {
        const term = all[at] as Term
        if (!term.text.startsWith(prefix)) return
        visit(term)
      }
    },
  }
}
