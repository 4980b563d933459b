import { createHash } from 'node:crypto'

/** Moves when the same line is to be written differently: every title is then new work. */
const FORMAT = 1

/** A record as the schema gives it has its keys in one order, so that equal records have equal hashes. */
export function hashOf(record: unknown, stamps: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, record, stamps]))
    .digest('base64url')
    .slice(0, 22)
}
