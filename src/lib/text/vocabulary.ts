/** Words that the functions of this folder combine, by language. */
import type { Localized } from '#src/contract/languages.ts'

/** Name of each language in that language. */
export const LANGUAGE_NAME: Localized = { fa: 'فارسی', en: 'English' }
export const CURRENCY: Localized = { fa: 'تومان', en: 'tomans' }
/** Separator between a date and its time. */
export const DATE_AND_TIME: Localized = { fa: '، ساعت ', en: ', ' }
/** Separator before the last item of a list. */
export const AND: Localized = { fa: ' و ', en: ' and ' }
/** Singular and plural. */
export const UNITS: Localized<Record<'day' | 'hour' | 'minute', readonly [string, string]>> = {
  fa: { day: ['روز', 'روز'], hour: ['ساعت', 'ساعت'], minute: ['دقیقه', 'دقیقه'] },
  en: { day: ['day', 'days'], hour: ['hour', 'hours'], minute: ['minute', 'minutes'] },
}
/** The short name of minutes on a card. */
export const MINUTES: Localized = { fa: 'دقیقه', en: 'min' }
export const UNDER_A_MINUTE: Localized = { fa: 'کمتر از یک دقیقه', en: 'less than a minute' }
/** The twelve Jalali months in order. */
export const JALALI_MONTHS: Localized<readonly string[]> = {
  fa: 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'.split(' '),
  en: 'Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand'.split(
    ' ',
  ),
}
