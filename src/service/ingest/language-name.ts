/** Of a language, in that language. */
export function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
