/**
 * Ids are derived from the external ids. The same file produces the same URLs on every machine, and a removed title
 * returns at its old URL.
 */
import { createHash } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHORT_LENGTH = 7
const ID_LENGTH = 16

export type Kind = 'title' | 'artist' | 'category' | 'file' | 'demo'

export function stableId(kind: Kind, externalId: string): string {
  return base62(`${kind}:id:${externalId}`, ID_LENGTH)
}

/** Returns the short id. A higher `round` gives another id if the first is taken. */
export function stableShortId(kind: Kind, externalId: string, round = 0): string {
  return base62(`${kind}:short:${round}:${externalId}`, SHORT_LENGTH)
}

/** Assigns short ids; tries again while one is taken. */
export async function assignShortIds(
  kind: Kind,
  externalIds: readonly string[],
  takenOf: (candidates: string[]) => Promise<Set<string>>,
): Promise<Map<string, string>> {
  const given = new Map<string, string>()
  const used = new Set<string>()
  let waiting = [...new Set(externalIds)]
  for (let round = 0; waiting.length > 0; round++) {
    const candidates = waiting.map(id => stableShortId(kind, id, round))
    const taken = await takenOf(candidates)
    waiting = waiting.filter((id, index) => {
      const shortId = candidates[index] as string
      if (taken.has(shortId) || used.has(shortId)) return true
      used.add(shortId)
      given.set(id, shortId)
      return false
    })
  }
  return given
}

/** Returns 48 bits of a hash that represent an id, so that a million ids need little memory. */
export function idHash(externalId: string): number {
  return createHash('sha1').update(externalId).digest().readUIntBE(0, 6)
}

function base62(text: string, length: number): string {
  let number = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  let letters = ''
  while (letters.length < length) {
    letters += ALPHABET[Number(number % 62n)]
    number /= 62n
  }
  return letters
}
