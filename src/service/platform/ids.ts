import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const fair = 256 - (256 % alphabet.length)

export type RandomBytes = (length: number) => Uint8Array

function base62(length: number, random: RandomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** Returns an opaque id for a row: 16 characters, 95 bits. */
export function newId(random: RandomBytes = randomBytes): string {
  return base62(16, random)
}

/** Returns a public id for URLs, such as `scNnlM`. On a collision the caller must retry. */
export function newShortId(random: RandomBytes = randomBytes): string {
  return base62(7, random)
}
