import type { Birthday } from '#src/contract/session.ts'
import { fromJalali, fullJalaliYear, isJalaliDate } from '#src/lib/text/jalali.ts'
import { invalidField } from '../../platform/http/api-error.ts'

/**
 * Returns the birthday with its full year: 72 becomes 1372 (spec §3). Undefined and null are returned as they are.
 * @throws ApiError validation_error unless it is a past date of the Jalali calendar
 */
export function withFullYear<B extends Birthday | null | undefined>(given: B, now: Date): B {
  if (!given) return given
  const birthday = { ...given, year: fullJalaliYear(given.year) }
  if (!isJalaliDate(birthday) || fromJalali(birthday) > now)
    throw invalidField('birthday', 'validation.invalid')
  return birthday
}

type BirthdayColumns = {
  birthdayYear: number | null
  birthdayMonth: number | null
  birthdayDay: number | null
}

export function birthdayOf(row: BirthdayColumns): Birthday | null {
  const { birthdayYear: year, birthdayMonth: month, birthdayDay: day } = row
  return year && month && day ? { year, month, day } : null
}

export function birthdayValues(birthday: Birthday | null): BirthdayColumns {
  return {
    birthdayYear: birthday?.year ?? null,
    birthdayMonth: birthday?.month ?? null,
    birthdayDay: birthday?.day ?? null,
  }
}
