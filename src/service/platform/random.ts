/** Cryptographic randomness, behind `deps.random` so that tests can replace it. */
import { randomBytes, randomInt } from 'node:crypto'

export type Random = {
  bytes: (length: number) => Buffer
  /** Returns decimal digits, for codes sent by SMS. */
  digits: (length: number) => string
}

export const systemRandom: Random = {
  bytes: length => randomBytes(length),
  digits: length => Array.from({ length }, () => randomInt(10)).join(''),
}
