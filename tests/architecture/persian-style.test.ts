/** Persian texts follow docs/persian-style.md, as far as a program can tell. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Rule = { name: string; wrong: RegExp; example: string }

const rules: Rule[] = [
  { name: 'Persian yeh and kaf', wrong: /[يكىﻱﻙ]/u, example: 'كتاب' },
  { name: '«ـهٔ», not «ـه‌ی»', wrong: /ه\u200cی(?![\p{L}])/u, example: 'خانه\u200cی ما' },
  {
    name: 'a half-space after می and نمی',
    wrong: /(?<![\p{L}\u200c])ن?می \p{Script=Arabic}/u,
    example: 'می رود',
  },
  {
    name: 'a half-space before ها and های',
    wrong: /\p{Script=Arabic} ها(?:ی|یی|یم|یش|یت)?(?![\p{L}\u200c])/u,
    example: 'فیلم ها',
  },
  {
    name: 'a half-space before تر and ترین',
    wrong: /\p{Script=Arabic} تر(?:ین)?(?![\p{L}\u200c])/u,
    example: 'بزرگ تر',
  },
  {
    name: 'no half-space at the edge of a word',
    wrong: /\u200c(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])\u200c/u,
    example: 'فیلم\u200c ',
  },
  { name: 'quotation marks are « »', wrong: /["“”]/u, example: '"پرده"' },
  {
    name: 'Persian comma, semicolon and question mark',
    wrong: /\p{Script=Arabic}[,;?]/u,
    example: 'سلام, خوبی',
  },
  { name: 'no space before a sign', wrong: / [،؛؟!.:»]/u, example: 'سلام ؟' },
  { name: 'a space after a sign', wrong: /[،؛؟](?=\p{Script=Arabic})/u, example: 'سلام،خوبی' },
  { name: 'one space at a time', wrong: / {2}/u, example: 'دو  فاصله' },
  { name: 'three dots are one sign', wrong: /\.\.\./u, example: 'صبر...' },
  { name: 'Persian digits', wrong: /[0-9\u0660-\u0669]/u, example: '3 روز' },
  { name: 'پروفایل', wrong: /نمایه/u, example: 'نمایه' },
  {
    name: 'پین for profiles',
    wrong: /رمز(?: چهاررقمی)? پروفایل|رمز پروفایل/u,
    example: 'رمز پروفایل',
  },
  { name: 'جست‌وجو', wrong: /جستجو|جست و جو/u, example: 'جستجو' },
  { name: 'سینمای آنلاین', wrong: /سینما آنلاین/u, example: 'سینما آنلاین' },
  {
    name: 'اپلیکیشن',
    wrong: /(?<!\p{L})برنامه(?:‌ها|ٔ|ها)?(?!\p{L}|‌ریز|‌ای)/u,
    example: 'دریافت برنامه',
  },
  { name: 'اینجا and آنجا are one word', wrong: /این\u200cجا|آن\u200cجا/u, example: 'این\u200cجا' },
  { name: 'انتخاب کنید', wrong: /برگزین/u, example: 'برگزینید' },
  {
    name: 'ارسال شد',
    wrong: /فرستاده (?:شد|می‌شود|نمی‌شود)/u,
    example: 'پیامک فرستاده شد',
  },
  { name: 'ترافیک رایگان', wrong: /اینترنت رایگان/u, example: 'اینترنت رایگان' },
  { name: 'آنچه and آنکه are one word', wrong: /آن‌(?:چه|که)/u, example: 'آن‌چه' },
  {
    name: 'رمز عبور, not رمز alone',
    wrong: /(?<!\p{L})رمز (?:را|تازه|خود را|بگذارید)/u,
    example: 'رمز تازه',
  },
  { name: 'لینک', wrong: /پیوند(?:‌?ها|های| کپی| پخش| ورود)/u, example: 'پیوند کپی شد' },
  { name: 'دوباره تلاش کنید', wrong: /دوباره امتحان/u, example: 'دوباره امتحان کنید' },
  {
    name: 'شاید بپسندید',
    wrong: /شاید دوست داشته باشید|شاید این‌ها را/u,
    example: 'شاید این‌ها را بپسندید',
  },
  { name: 'دیده‌شده', wrong: /تماشا شده|همهٔ تماشاها/u, example: 'همهٔ تماشاها' },
  { name: 'وقتی آمد خبرم کنید', wrong: /انتشار خبرم/u, example: 'زمان انتشار خبرم کنید' },
  { name: 'اتصال تلویزیون', wrong: /ورود (?:به )?تلویزیون/u, example: 'ورود به تلویزیون' },
  { name: 'گلچین‌ها', wrong: /^مجموعه(?:‌ها)?$/u, example: 'مجموعه‌ها' },
  { name: 'buttons say what they do', wrong: /^(?:انصراف|بله|خیر)$/u, example: 'خیر' },
] // prettier-ignore

/** Titles that the specification fixes, and words that have another meaning in the demo's stories. */
const ALLOWED = new Set([
  'bank.cancel',
  'cinema.title',
  'catalogue.flag.4k',
  'home.json widgets 5 title fa',
])

/** Names and descriptions of a page, in YAML. */
const FRONT_MATTER = /^---\n.*?\n---\n/s
const placeholder = /\{\{[^}]*\}\}|\b[A-Z]{2,}[\w-]*|\b[A-Za-z][\w.@/-]*\d[\w-]*|\bQR\b/g

function textsOfLocales(): [key: string, text: string][] {
  const folder = resolve(root, 'src/lib/i18n/locales/fa')
  return readdirSync(folder).flatMap(name =>
    Object.entries(
      JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as Record<string, string>,
    ),
  )
}

/** Returns the matches of a rule with the surrounding text. */
function faultsIn(texts: readonly [string, string][], { wrong }: Rule): string[] {
  return texts.flatMap(([key, text]) => {
    const found = wrong.exec(text.replace(placeholder, '\u2026'))
    return found && !ALLOWED.has(key)
      ? [`${key}: ${text.slice(Math.max(0, found.index - 20), found.index + 30)}`]
      : []
  })
}

describe('Persian texts of the screens', () => {
  const texts = textsOfLocales()
  test.each(rules)('$name', rule => {
    expect(faultsIn([['example', rule.example]], rule)).toHaveLength(1)
    expect(faultsIn(texts, rule)).toEqual([])
  })
})

describe('Persian texts of the brand', () => {
  const folder = resolve(root, 'brand/fa')
  const texts = readdirSync(folder).map((name): [string, string] => [
    name,
    readFileSync(resolve(folder, name), 'utf8').replace(FRONT_MATTER, ''),
  ])
  test.each(rules)('$name', rule => {
    const lines = texts.flatMap(([name, text]) =>
      text
        .split('\n')
        .map((line, index): [string, string] => [
          `${name}:${index + 1}`,
          line.replace(/\]\([^)]*\)|^\s*(?:[-*#]+|\d+\.) |<[^>]*>|[`*_]/g, ''),
        ]),
    )
    expect(faultsIn(lines, rule)).toEqual([])
  })
})

describe('Persian texts of the demo', () => {
  const folder = resolve(root, 'demo/catalogue')
  const texts = readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name =>
      readFileSync(resolve(folder, name), 'utf8')
        .trim()
        .split('\n')
        .flatMap(line => persianIn(JSON.parse(line), name)),
    )
  test.each(rules.filter(({ name }) => !/digits|اپلیکیشن|پین|پروفایل|رمز/.test(name)))(
    '$name',
    rule => {
      expect(texts.length).toBeGreaterThan(100)
      expect(faultsIn(texts, rule)).toEqual([])
    },
  )
})

describe('Persian texts of the demo’s home, its children’s page and its surveys', () => {
  const folder = resolve(root, 'demo/catalogue')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter(name => name.endsWith('.json'))
    .flatMap(name => persianIn(JSON.parse(readFileSync(resolve(folder, name), 'utf8')), name))
  test.each(rules)('$name', rule => {
    expect(texts.length).toBeGreaterThan(10)
    expect(faultsIn(texts, rule)).toEqual([])
  })
})

/** All texts with Persian letters in a record. */
function persianIn(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return /\p{Script=Arabic}/u.test(value) ? [[key, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'aliases' ? [] : persianIn(inner, `${key} ${name}`),
  )
}
