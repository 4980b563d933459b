/**
 * Makes untrusted text safe for a terminal. Characters that move the cursor, set colours, write the clipboard or
 * reverse lines are shown as `\u{1b}`. Letters, ZWNJ and ZWJ are kept, because Persian uses them.
 */

/** Controls (C0, C1, DEL), format characters (bidi, tags, invisible ones) and line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const JOINERS = '\u200c\u200d'
const SHORT = 60

/** Escapes a text of several lines. */
export function escapeText(text: string): string {
  return text.replace(UNSEEN, found =>
    found === '\n' || JOINERS.includes(found) ? found : escaped(found),
  )
}

/** Escapes a text and puts it on one line. */
export function escapeLine(text: string): string {
  return escapeText(text).replaceAll('\n', escaped('\n'))
}

/** Returns an untrusted name or value for a message: in quotes, on one line, and shortened. */
export function quoteText(text: string, most = SHORT): string {
  const letters = [...text]
  const cut = letters.length > most ? `${letters.slice(0, most).join('')}…` : text
  return `"${escapeLine(cut).replaceAll('"', '\\"')}"`
}

/** Returns an id or key: unquoted if it is a plain word, else in quotes. */
export function plainName(id: string): string {
  return /^[\w.:#-]{1,60}$/.test(id) ? id : quoteText(id)
}

/** JSON escapes only C0. The other characters are escaped in the same form, so that the result is equivalent JSON. */
export function escapeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSEEN, found =>
    found === '\n' || JOINERS.includes(found)
      ? found
      : found
          .split('')
          .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
}

function escaped(found: string): string {
  return `\\u{${found.codePointAt(0)?.toString(16)}}`
}
