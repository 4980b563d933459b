/** Finds the word that a mistyped word probably meant. */

/** Returns the candidate with the fewest typing errors, or null if none is close. */
export function nearestWord(typed: string, candidates: readonly string[]): string | null {
  const word = typed.toLowerCase()
  const begun = candidates.filter(candidate => word.length > 1 && candidate.startsWith(word))
  if (begun.length === 1) return begun[0] ?? null
  const [best] = candidates
    .map(candidate => ({ candidate, errors: typingErrors(word, candidate) }))
    .filter(({ candidate, errors }) => errors <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.errors - b.errors)
  return best?.candidate ?? null
}

/** Counts letters that were added, left out, replaced or swapped with their neighbour. */
function typingErrors(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= from.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= to.length; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1
      let errors = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        errors = Math.min(errors, at(i - 2, j - 2) + 1)
      rows[i]?.push(errors)
    }
  }
  return at(from.length, to.length)
}
