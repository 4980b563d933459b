import type { Birthday } from '#src/contract/session.ts'
import { fromJalali, isJalaliDate } from '#src/lib/text/jalali.ts'
import { invalidField } from '../http/api-error.ts'

/** A day of the Jalali calendar that has come. @throws ApiError validation_error */
export function requireValidBirthday(birthday: Birthday, now: Date): void {
  if (!isJalaliDate(birthday) || fromJalali(birthday) > now)
    throw invalidField('birthday', 'validation.invalid')
}
