/**
 * Text from outside as it may stand in a log: a browser's error may quote what its person typed. Numbers as long as a
 * mobile's or a card's, and words as long as a token, go.
 */
export function masked(text: string): string {
  return text
    .replace(/\p{Nd}(?:[\p{Nd}\s\u200c-\u200f-]{6,}\p{Nd})/gu, '…')
    .replace(/[\w-]{35,}/g, '…')
}
