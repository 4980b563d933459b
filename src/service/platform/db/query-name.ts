/**
 * Names of queries in logs and reports. A name never contains the text of a query, whose literals or parameters may be personal: it is
 * the name given to `prepared`, or verb and table with a hash of the text (`insert into users #1f0c3a`).
 */
import { createHash } from 'node:crypto'

/** Texts of prepared queries and their names; there are a few dozen. */
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

/** Returns the name without the hash, for use as a label: `insert users` for all inserts into that table. */
export function queryKind(text: string): string {
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

/** Remembers the query of an error that is not wrapped: its text is only known where it was sent. */
export function tagQueryError(error: unknown, text: string): void {
  if (error instanceof Error && !failed.has(error)) failed.set(error, queryName(text))
}

export function taggedQueryName(error: Error): string | undefined {
  return failed.get(error)
}
