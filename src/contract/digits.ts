/** Converts Persian and Arabic-Indic digits to ASCII; other characters are kept. */
export function toLatinDigits(text: string): string {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) & 0xf))
}
