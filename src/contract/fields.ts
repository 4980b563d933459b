import { z } from 'zod'
import { byLanguage, LANGUAGES } from './languages.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, PASSWORD_MAX, PASSWORD_MIN, PIN_LENGTH } from './limits.ts'
import { countCharacters, countVisible } from './user-text.ts'
import { CHILD_BANDS } from './values.ts'

const DIGITS = /[۰-۹٠-٩]/g
/** Persian and Arabic-Indic digits become Latin, so that every number field takes them. */
export const toLatin = (text: string): string =>
  text.replace(DIGITS, digit => String((digit.codePointAt(0) as number) & 0xf))

const latin = z.string().max(200).transform(toLatin)

export const Id = z.string().min(1).max(64).regex(/\S/)
/** 09 and nine digits on the wire; the forms 0, 98, 0098 and +98 are taken (spec §5). */
export const Msisdn = latin
  .transform(text => text.replace(/[\s\-()\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g, ''))
  .transform((text, context) => {
    const found = /^(?:0|98|0098|\+98)(9\d{9})$/.exec(text)
    if (found) return `0${found[1]}`
    context.addIssue({ code: 'custom', message: 'validation.mobile' })
    return z.NEVER
  })
export const Pin = latin.pipe(
  z.string().regex(new RegExp(`^\\d{${PIN_LENGTH}}$`), { message: 'validation.pin' }),
)
export const Code = latin
  .transform(text => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{4,8}$/, { message: 'validation.code' }))
export const Password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX)
/** Latin letters and digits in two parts joined by a hyphen (spec §3); upper case on the wire. */
export const VoucherCode = latin
  .transform(text => text.trim().toUpperCase())
  .pipe(
    z.string().regex(/^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/, {
      message: 'validation.voucher',
    }),
  )
/**
 * Text that users type, stored as typed: at least `min` visible characters and at most `max` in all. NUL and unpaired surrogates,
 * which no database takes, are removed.
 */
export function userText(min: number, max: number) {
  return z
    .string()
    .transform(text => text.toWellFormed().replaceAll('\u0000', '').trim())
    .superRefine((text, context) => {
      const issue = { origin: 'string', inclusive: true, input: text } as const
      if (countVisible(text) < min) context.addIssue({ ...issue, code: 'too_small', minimum: min })
      else if (countCharacters(text) > max)
        context.addIssue({ ...issue, code: 'too_big', maximum: max })
    })
}
/** Asia/Tehran, YYYY-MM-DDTHH:mm:ss. */
export const Timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
/** A Timestamp of a caller: 2026-02-30 and 24:00:00 are none. */
export const TimestampInput = Timestamp.refine(text => {
  const date = new Date(`${text}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
})
/** HH:MM:SS. */
export const Duration = z.string().regex(/^\d{2,}:\d\d:\d\d$/)
export const Rials = z.number().int().min(0)
export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>
/** An object with such a value for each language, and nothing else. */
export const localized = <T extends z.ZodType>(value: T) => z.strictObject(byLanguage(() => value))
/** A text in every language, as the files of the operator hold it. */
export const LocalizedText = localized(z.string().trim().min(1))

/** A whole number from 0, as a number or as written in a query, in any digits. */
export const whole = (max: number) =>
  z
    .union([z.number(), latin.pipe(z.string().regex(/^\d{1,9}$/)).transform(Number)])
    .pipe(z.number().int().min(0).max(max))
export const Paging = {
  offset: whole(1_000_000).default(0),
  count: whole(PAGE_SIZE_MAX).default(PAGE_SIZE),
}
export const PageQuery = z.strictObject(Paging)
/** `after` is `next` of the page before; `offset` counts without it. */
export const KeyPaging = {
  ...Paging,
  after: z
    .string()
    .regex(/^-?\d{1,15}\.[\w-]{1,64}$/)
    .optional(),
}

export function list<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    offset: z.number().int(),
    count: z.number().int(),
  })
}

/** A list whose pages begin after a key; the last one has no `next`. */
export function keyList<T extends z.ZodType>(item: T) {
  return list(item).extend({ next: z.string().optional() })
}

/** adult, or a kid band: titles up to that age are visible. */
export const AgeType = z.enum(['adult', ...CHILD_BANDS])
export type AgeType = z.infer<typeof AgeType>

export const Nothing = z.object({})

/** A picture: `path` lacks width and format; see PICTURES in limits.ts. `color` is shown until it loads. */
export const Picture = z.object({
  path: z.string(),
  color: z.string().optional(),
})
export type Picture = z.infer<typeof Picture>

/** Device information of spec §3, sent at sign-in. */
export const Device = z.strictObject({
  unique_identifier: z.string().min(8).max(64),
  platform: z.string().max(20).default('web'),
  brand: z.string().max(60).default(''),
  model: z.string().max(60).default(''),
  app_version: z.string().max(60).default(''),
  screen_width: z.number().int().min(0).max(100_000).default(0),
  screen_height: z.number().int().min(0).max(100_000).default(0),
  notification_token: z.string().max(200).default(''),
  store: z.string().max(20).default('none'),
})
export type Device = z.infer<typeof Device>
