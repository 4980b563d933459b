import type { Birthday } from '#src/contract/session.ts'
import { fromJalali, isJalaliDate } from '#src/lib/text/jalali.ts'
import { refuseField } from '../http/refusal.ts'

/** A day of the Jalali calendar that has come. @throws Refusal validation_error */
export function refuseBirthday(birthday: Birthday, now: Date): void {
  if (!isJalaliDate(birthday) || fromJalali(birthday) > now)
    throw refuseField('birthday', 'validation.invalid')
}
