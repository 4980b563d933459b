import type { Language } from './language.ts'

const NAMES = {
  fa: 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'.split(' '),
  en: 'Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand'.split(
    ' ',
  ),
}

/** The twelve Jalali months in order, for date pickers. */
export function jalaliMonthNames(language: Language): readonly string[] {
  return NAMES[language]
}
