/** Cryptographic randomness of the process, behind `deps.random` so that tests can choose it. */
import { randomBytes, randomInt } from 'node:crypto'

export type Random = {
  bytes: (length: number) => Buffer
  /** Decimal digits, as codes sent by SMS have. */
  digits: (length: number) => string
}

export const systemRandom: Random = {
  bytes: length => randomBytes(length),
  digits: length => Array.from({ length }, () => randomInt(10)).join(''),
}
