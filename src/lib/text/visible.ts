/**
 * Text of strangers for a terminal: what would move its cursor, colour it, write its clipboard or turn its lines around is shown as
 * `\u{1b}`. Letters, ZWNJ and ZWJ stay, for Persian is written with them.
 */

/** Controls (C0, C1, DEL), format characters (bidi, tags, invisible ones) and the separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const JOINERS = '\u200c\u200d'
const SHORT = 60

/** Lines stay lines. */
export function visible(text: string): string {
  return text.replace(UNSEEN, found =>
    found === '\n' || JOINERS.includes(found) ? found : escaped(found),
  )
}

/** In one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', escaped('\n'))
}

/** A name or value that somebody gave, where it is spoken of: in quotes, in one line, not longer than needed to know it. */
export function quoted(text: string, most = SHORT): string {
  const letters = [...text]
  const cut = letters.length > most ? `${letters.slice(0, most).join('')}…` : text
  return `"${visibleLine(cut).replaceAll('"', '\\"')}"`
}

/** An id or key: as it is where it is a plain word, else in quotes. */
export function plainName(id: string): string {
  return /^[\w.:#-]{1,60}$/.test(id) ? id : quoted(id)
}

/** JSON escapes C0 alone; the rest is written as it escapes those, so that it stays the same JSON. */
export function visibleJson(value: unknown, indent?: number): string {
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
