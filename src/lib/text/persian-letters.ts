/** Letters of Persian texts that were typed with an Arabic keyboard. */

const PRESENTATION_FORMS = /[\ufb50-\ufdff\ufe70-\ufefc]/g

/** Replaces Arabic yeh and kaf, and the shapes of letters that old programs wrote, by Persian letters. */
export function toPersianLetters(text: string): string {
  return text
    .replace(PRESENTATION_FORMS, form => form.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[\u064a\u0649]/g, 'ی')
    .replace(/\u0643/g, 'ک')
}

/** True for Persian and Dari, with or without a region. Arabic keeps its own letters. */
export function isPersian(language: string | undefined): boolean {
  return language !== undefined && /^(?:fa|prs)(?:-|$)/i.test(language)
}
