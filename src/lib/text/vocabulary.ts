/** The words that the functions of this folder put together, by language. */
import type { Localized } from '#src/contract/languages.ts'

/** What a language calls itself. */
export const LANGUAGE_NAME: Localized = { fa: 'فارسی', en: 'English' }
export const CURRENCY: Localized = { fa: 'تومان', en: 'tomans' }
/** Between a date and its time. */
export const DATE_AND_TIME: Localized = { fa: '، ساعت ', en: ', ' }
/** Before the last item of a list. */
export const AND: Localized = { fa: ' و ', en: ' and ' }
/** One of it, and more. */
export const UNITS: Localized<Record<'day' | 'hour' | 'minute', readonly [string, string]>> = {
  fa: { day: ['روز', 'روز'], hour: ['ساعت', 'ساعت'], minute: ['دقیقه', 'دقیقه'] },
  en: { day: ['day', 'days'], hour: ['hour', 'hours'], minute: ['minute', 'minutes'] },
}
export const UNDER_A_MINUTE: Localized = { fa: 'کمتر از یک دقیقه', en: 'less than a minute' }
/** The twelve Jalali months in order. */
export const JALALI_MONTHS: Localized<readonly string[]> = {
  fa: 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'.split(' '),
  en: 'Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand'.split(
    ' ',
  ),
}
