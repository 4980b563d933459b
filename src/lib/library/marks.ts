/** The viewer's marks of any number of titles, by id. */
import type { Marks } from '#src/contract/content.ts'
import { MARKS_MAX } from '#src/contract/limits.ts'

export type MarksById = Record<string, Marks>
/** Requests marks for at most MARKS_MAX ids in one call; null if it failed. */
type Ask = (ids: string[]) => Promise<MarksById | null>

/** Returns the marks from all successful calls, or null if every call failed. Pages are complete without marks. */
export async function requestMarks(ids: Iterable<string>, ask: Ask): Promise<MarksById | null> {
  const left = [...new Set(ids)]
  const calls: Promise<MarksById | null>[] = []
  while (left.length > 0) calls.push(ask(left.splice(0, MARKS_MAX)))
  const told = (await Promise.all(calls)).filter(items => items !== null)
  return told.length > 0 ? Object.assign({}, ...told) : null
}
