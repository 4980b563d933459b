import { z } from 'zod'
import { toLatinDigits } from './digits.ts'
import { LANGUAGES, mapLanguages } from './languages.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, PASSWORD_MAX, PASSWORD_MIN, PIN_LENGTH } from './limits.ts'
import { normaliseMsisdn } from './msisdn.ts'
import { countCharacters, countVisible } from './user-text.ts'
import { CHILD_BANDS } from './values.ts'

/** Every number field accepts Persian and Arabic-Indic digits. */
const latin = z.string().max(200).transform(toLatinDigits)

/** JSON schemas of inputs whose zod schema accepts more spellings than a client should send. */
export const inputForms = z.registry<{ form: Readonly<Record<string, unknown>> }>()

/** Gives the API description a JSON schema in place of the one that zod would derive. */
function describedAs<T extends z.ZodType>(schema: T, form: Readonly<Record<string, unknown>>): T {
  inputForms.add(schema, { form })
  return schema
}

export const Id = z.string().min(1).max(64).regex(/\S/)
/** A mobile number: output 09 and nine digits, input as people write it (spec §5). */
export const Msisdn = describedAs(
  z
    .string()
    .max(200)
    .transform((text, context) => {
      const msisdn = normaliseMsisdn(text)
      if (msisdn) return msisdn
      context.addIssue({ code: 'custom', message: 'validation.mobile' })
      return z.NEVER
    }),
  { type: 'string', pattern: '^(0|98|0098|\\+98)9[0-9]{9}$' },
)
export const Pin = describedAs(
  latin.pipe(z.string().regex(new RegExp(`^\\d{${PIN_LENGTH}}$`), { message: 'validation.pin' })),
  { type: 'string', pattern: `^[0-9]{${PIN_LENGTH}}$` },
)
export const Code = describedAs(
  latin
    .transform(text => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{4,8}$/, { message: 'validation.code' })),
  { type: 'string', pattern: '^[0-9]{4,8}$' },
)
export const Password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX)
/** A voucher code: two parts of Latin letters and digits, joined by a hyphen (spec §3). Output is upper case. */
export const VoucherCode = describedAs(
  latin
    .transform(text => text.trim().toUpperCase())
    .pipe(
      z.string().regex(/^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/, {
        message: 'validation.voucher',
      }),
    ),
  { type: 'string', pattern: '^[A-Za-z0-9]{1,20}-[A-Za-z0-9]{1,20}$' },
)
/**
 * Returns a schema for text that users type: at least `min` visible characters and at most `max` characters in total. NUL and
 * unpaired surrogates are removed, because no database accepts them.
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
/** Time in Asia/Tehran, YYYY-MM-DDTHH:mm:ss. */
export const Timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
/** A Timestamp from a caller. Times that do not exist, such as 2026-02-30 and 24:00:00, are invalid. */
export const TimestampInput = Timestamp.refine(text => {
  const date = new Date(`${text}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
})
/** Duration as HH:MM:SS. */
export const Duration = z.string().regex(/^\d{2,}:\d\d:\d\d$/)
export const Rials = z.number().int().min(0)
/** A whole number that is never negative. */
export const Count = z.number().int().min(0)
export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>
/** Returns a schema for an object with one value per language and no other keys. */
export const localized = <T extends z.ZodType>(value: T) =>
  z.strictObject(mapLanguages(() => value))
/** A text in every language, as in operators' files. */
export const LocalizedText = localized(z.string().trim().min(1))

/** Returns a schema for a whole number from `min` to `max`, given as a number or as text in Latin or Persian digits. */
export const wholeNumber = (max: number, min = 0) =>
  describedAs(
    z
      .union([z.number(), latin.pipe(z.string().regex(/^\d{1,9}$/)).transform(Number)])
      .pipe(z.number().int().min(min).max(max)),
    { type: 'integer', minimum: min, maximum: max },
  )
export const Paging = {
  offset: wholeNumber(1_000_000).default(0),
  count: wholeNumber(PAGE_SIZE_MAX).default(PAGE_SIZE),
}
export const PageQuery = z.strictObject(Paging)
/** Query of a list that is paged by key. `after` is `next` of the previous page; `offset` applies without `after`. */
export const KeyPaging = {
  ...Paging,
  after: z
    .string()
    .regex(/^-?\d{1,15}\.[\w-]{1,64}$/)
    .optional(),
}

/** Returns the schema of one page of a list. */
export function pagedList<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: Count,
    offset: Count,
    count: Count,
  })
}

/** Returns the schema of a page that begins after a key. The last page has no `next`. */
export function keyPagedList<T extends z.ZodType>(item: T) {
  return pagedList(item).extend({ next: z.string().optional() })
}

/** Age type of a profile: adult, or a band of children, who see titles up to that age. */
export const AgeType = z.enum(['adult', ...CHILD_BANDS])
export type AgeType = z.infer<typeof AgeType>

export const Nothing = z.object({})

/** A picture. `path` lacks width and format, which PICTURES in limits.ts lists. `color` is shown until it has loaded. */
export const Picture = z.object({
  path: z.string(),
  color: z.string().optional(),
})
export type Picture = z.infer<typeof Picture>

/** The drawn name of a title, whose shape is its own. Size in pixels. */
export const Lettering = z.object({ path: z.string(), width: z.number(), height: z.number() })
export type Lettering = z.infer<typeof Lettering>

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
