/** Languages that are written from right to left, and marks for players that judge a line by its first letter. */

const RIGHT_TO_LEFT =
  /^(?:ar|azb|ckb|dv|fa|glk|he|iw|lrc|mzn|pnb|prs|ps|sd|ug|ur|yi)(?:-|$)|-(?:Arab|Hebr)\b/i
const RIGHT_TO_LEFT_MARK = '\u200f'
/** Tags and references of WebVTT, which are not letters of a line. */
const MARKUP = /<[^<>]*>|&#?\w{1,20};/g
const OWN_MARK = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const LETTER = /\p{L}/u
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** @param language BCP 47 */
export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.test(language)
}

/**
 * Marks the lines of a text in a language written from right to left that begin with a letter of another script: iPhones in full
 * screen and other players would set them from left to right, with the full stop at the wrong end.
 */
export function markRightToLeft(text: string): string {
  return text
    .split('\n')
    .map(line => {
      const first = LETTER.exec(line.replaceAll(MARKUP, ''))?.[0]
      if (first === undefined || RIGHT_TO_LEFT_LETTER.test(first) || OWN_MARK.test(line))
        return line
      return RIGHT_TO_LEFT_MARK + line
    })
    .join('\n')
}
