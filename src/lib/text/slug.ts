import { toLatinDigits } from './digits.ts'
import { cleanText } from './normalise.ts'

const MAX_LENGTH = 80

/** Converts a title for a URL: letters of any script, Latin digits and single hyphens; '-' if nothing remains. */
export function toSlug(title: string): string {
  const slug = toLatinDigits(cleanText(title))
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\p{M}\u0640]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return shortened(slug) || '-'
}

/** Shortens at a word boundary. */
function shortened(slug: string): string {
  const letters = [...slug]
  if (letters.length <= MAX_LENGTH) return slug
  const head = letters.slice(0, MAX_LENGTH).join('')
  const lastHyphen = letters[MAX_LENGTH] === '-' ? -1 : head.lastIndexOf('-')
  return lastHyphen > 0 ? head.slice(0, lastHyphen) : head.replace(/-$/, '')
}
