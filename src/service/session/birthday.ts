import type { Birthday } from '#src/contract/session.ts'
import { fromJalali, isJalaliDate } from '#src/lib/text/jalali.ts'
import { invalidField } from '../http/api-error.ts'

/** @throws ApiError validation_error unless it is a past date of the Jalali calendar */
export function requireValidBirthday(birthday: Birthday, now: Date): void {
  if (!isJalaliDate(birthday) || fromJalali(birthday) > now)
    throw invalidField('birthday', 'validation.invalid')
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

export function birthdayColumns(birthday: Birthday | null): BirthdayColumns {
  return {
    birthdayYear: birthday?.year ?? null,
    birthdayMonth: birthday?.month ?? null,
    birthdayDay: birthday?.day ?? null,
  }
}
