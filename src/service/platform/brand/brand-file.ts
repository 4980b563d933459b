/** Schema of brand.yaml: names, colours and support contacts, as the company writes them (docs/brand.md). */
import { isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { COLOURS } from '#src/contract/colours.ts'
import { localized } from '#src/contract/fields.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]
export type Colours = Record<(typeof COLOURS)[number], string>

const Name = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{M}\p{N} \u200c.'’&+!-]{1,40}$/u,
    'must have 1 to 40 letters, digits and simple signs',
  )
const Line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}{}]*$/u, 'must be one line without { and }')
const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#d3274a", in quotes')
  .transform(text => text.toLowerCase())
const ColoursFile = z.strictObject(
  Object.fromEntries(COLOURS.map(name => [name, Colour.optional()])) as Record<
    (typeof COLOURS)[number],
    z.ZodOptional<typeof Colour>
  >,
)
const Hours = z.strictObject({ title: localized(Line(80)), text: localized(Line(160)) })

export const BrandFile = z.strictObject({
  name: localized(Name),
  slogan: localized(Line(80)),
  description: localized(Line(300)),
  support: z
    .strictObject({
      phones: z
        .array(z.string().regex(/^\+?\d{3,15}$/, 'must be digits in quotes, such as "02112345678"'))
        .max(5)
        .default([]),
      email: z.email('must be an e-mail address').optional(),
      address: localized(Line(200)).optional(),
      hours: z.array(Hours).max(10).optional(),
      hours_in_short: localized(Line(160)).optional(),
    })
    .default({ phones: [] }),
  colours: z
    .strictObject({ dark: ColoursFile.default({}), light: ColoursFile.default({}) })
    .default({ dark: {}, light: {} }),
})
export type BrandFile = z.output<typeof BrandFile>

export type Parsed = { file: BrandFile; problems: [] } | { file: null; problems: string[] }

/** Parses brand.yaml. @returns the file, or its problems with their lines */
export function parseBrandFile(text: string): Parsed {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0)
    return {
      file: null,
      problems: document.errors.map(
        ({ linePos, message }) => `line ${linePos?.[0].line ?? 1}: ${message.split('\n')[0]}`,
      ),
    }
  const read = BrandFile.safeParse(document.toJS())
  if (read.success) return { file: read.data, problems: [] }
  const lineOf = (path: PropertyKey[]): number => {
    const node = document.getIn(path, true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    return path.length > 0 ? lineOf(path.slice(0, -1)) : 1
  }
  return {
    file: null,
    problems: read.error.issues.map(
      ({ path, message }) =>
        `line ${lineOf(path)}: ${path.join('.') || 'the file'} ${message.replace(/^Invalid input: /, '')}`,
    ),
  }
}
