/**
 * What a query is called in logs and reports. Never its text as it was sent, whose literals or parameters may be a person's: a name given
 * to `prepared`, or what it does to which table with the hash of its text (`insert into users #1f0c3a`), which tells two of them apart.
 */
import { createHash } from 'node:crypto'

/** Texts of prepared queries and their names; there are some dozens. */
const MOST = 500
const given = new Map<string, string>()
const failed = new WeakMap<Error, string>()

export function nameQuery(text: string, name: string): void {
  if (given.size < MOST) given.set(text, name)
}

export function queryName(text: string): string {
  const known = given.get(text)
  if (known) return known
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 6)
  return `${kindOf(text)} #${hash}`
}

/** The same without the hash: few enough for a label, such as `insert users` for all inserts there. */
export function nameOfKind(text: string): string {
  return given.get(text) ?? kindOf(text)
}

function kindOf(text: string): string {
  const plain = text.replace(/'(?:[^']|'')*'/g, "''").trim()
  const verb = /^[a-z]+/i.exec(plain)?.[0]?.toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update)\s+(?:only\s+)?("?[a-z_]\w*"?(?:\."?[a-z_]\w*"?)?)/i.exec(
    plain,
  )
  const name = table?.[1]?.replaceAll('"', '')
  return `${verb}${name ? ` ${name}` : ''}`
}

/** For errors of queries that nothing wraps: the text is known where it was sent alone. */
export function tagQueryError(error: unknown, text: string): void {
  if (error instanceof Error && !failed.has(error)) failed.set(error, queryName(text))
}

export function queryOf(error: Error): string | undefined {
  return failed.get(error)
}
