/** References in code, tests and documents: sections, rules, invariants, decisions and files exist, within this repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findings, root, type Source, sources } from '#tests/support/sources.ts'

const THIS = 'tests/architecture/references.test.ts'
const FOLDERS = ['src', 'tests', 'scripts', 'docs', 'demo', '.ci']
const EXTENSIONS = ['.ts', '.tsx', '.astro', '.css', '.js', '.mjs', '.md', '']
const TOP = readdirSync(root).filter(name => /\.(md|ts|mjs|json)$/.test(name) && !/lock/.test(name))

const files = [
  ...FOLDERS.flatMap(folder => sources(folder, EXTENSIONS)),
  ...TOP.map(path => ({ path, text: read(path) })),
].filter(({ path }) => path !== THIS && path !== 'tests/support/wikidata.ts')
const every = [...FOLDERS, 'public'].flatMap(folder => paths(folder)).concat(TOP)

const specification = read('docs/specification.md')
const rules = new Set([
  ...[...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number),
  ...[...specification.matchAll(/\*\*(\d+\.\d+[a-z]?)\*\*/g)].map(([, number]) => number),
])
const invariants = new Set(
  [...read('docs/invariants.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => number),
)
const decisions = readdirSync(join(root, 'docs/decisions')).map(file => Number(file.slice(0, 3)))

/** Numbered references, and the numbers that exist. */
const NUMBERED = [
  { what: 'a rule of the specification', pattern: /§ ?(\d+(?:\.\d+[a-z]?\b)?)/g, known: rules },
  { what: 'a section', pattern: /\bsections? (\d+)\b(?! of RFC)/gi, known: rules },
  { what: 'an invariant', pattern: /\binvariants? (\d+)/gi, known: invariants },
  {
    what: 'a decision',
    pattern: /\b(?:decision|record) (\d+)\b/gi,
    known: new Set(decisions.map(String)),
  },
]

describe('references point to something that exists', () => {
  test.each(NUMBERED)('$what', ({ pattern, known }) => {
    const unknown = files.flatMap(file =>
      [...file.text.matchAll(pattern)]
        .filter(([, number]) => !known.has(number as string))
        .map(([found]) => `${file.path}: ${found}`),
    )
    expect(unknown).toEqual([])
  })

  test('the documents of other places are not referred to', () => {
    const outside =
      /(?<![\w/-])(?:contract|design|persian|security|player|style|spec)\.md\b|\.\.\/shared\b/g
    expect(files.flatMap(file => findings(file, outside))).toEqual([])
  })

  test('a file by its path from the root', () => {
    // Stream keys begin with `demo/` too, and patterns for several files end with a brace or a star.
    const path =
      /(?<![\w./@{#-])(?:(?:src|tests|scripts|docs|public)\/|demo\/(?=art|catalogue))(?:[\w@./-]|\[\w+\])*(?:\w|\[\w+\])(?![\w/*{@<[-]|\.\w)/g
    expect(files.flatMap(file => missing(file, path, whole => exists(whole)))).toEqual([])
  })

  test('a file by its name, in comments and documents', () => {
    const name =
      /(?<![\w./@{*<…#:-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|astro|mjs|css)(?![\w-])/g
    const texts = files.map(file => ({ ...file, text: proseOf(file) }))
    expect(texts.flatMap(file => missing(file, name, isKnown))).toEqual([])
  })

  test('link targets of a document', () => {
    const documents = files.filter(({ path }) => path.endsWith('.md'))
    const broken = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .filter(([, target]) => !existsSync(join(root, dirname(path), target as string)))
        .map(([found]) => `${path}: ${found}`),
    )
    expect(broken).toEqual([])
  })

  test('every invariant names its tests', () => {
    const names =
      /`((?:architecture|cli|contract|e2e|http|lib|scripts|service|support)\/[\w./-]+)`/g
    const named = [...read('docs/invariants.md').matchAll(names)].map(([, path]) => path as string)
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter(path => !existsSync(join(root, 'tests', path)))).toEqual([])
  })
})

test('rules keep their numbers: 4.13a comes between 4.13 and 4.14, and a removed rule leaves its line', () => {
  const numbers = [...specification.matchAll(/\*\*(\d+)\.(\d+)([a-z]?)\*\*/g)].map(
    ([, section = '', rule = '', letter = '']) => ({ section, rule: Number(rule), letter }),
  )
  expect(numbers.length).toBeGreaterThan(150)
  const wrong = numbers.filter(({ section, rule, letter }, index) => {
    const previous = numbers[index - 1]
    if (previous?.section !== section) return rule !== 1 || letter !== ''
    return letter === ''
      ? rule !== previous.rule + 1
      : rule !== previous.rule || letter <= previous.letter
  })
  expect(wrong).toEqual([])
})

test('decisions have a date and a status', () => {
  for (const file of readdirSync(join(root, 'docs/decisions')))
    expect(read(`docs/decisions/${file}`), file).toMatch(
      /^# .*\n\n\*(?:Accepted|Superseded by \[decision \d+\]\(.*\)) · \d{4}-\d\d-\d\d\*\n/,
    )
})

test('every decision has a unique number, which its heading repeats', () => {
  expect(new Set(decisions).size).toBe(decisions.length)
  for (const file of readdirSync(join(root, 'docs/decisions')))
    expect(read(`docs/decisions/${file}`), file).toMatch(
      new RegExp(`^# ${Number(file.slice(0, 3))}\\. `),
    )
})

/** Files that a build or a command writes, and example files. */
const WRITTEN = /^(?:docs\/import\.schema\.json|public\/[\w./-]*)$|^tests\/(?:$|\.)/

function exists(path: string): boolean {
  return existsSync(join(root, path)) || WRITTEN.test(path)
}

/** True for a path, or the end of one: `limit.ts` and `http/limit.ts` are service/platform/http/rate-limits.ts. */
function isKnown(name: string): boolean {
  return every.some(path => path === name || path.endsWith(`/${name}`))
}

function missing(file: Source, pattern: RegExp, isThere: (found: string) => boolean): string[] {
  return [...file.text.matchAll(pattern)]
    .filter(([found]) => !isThere(found))
    .map(([found]) => `${file.path}: ${found}`)
}

/** Returns the comments of code, or the whole text of a document. */
function proseOf({ path, text }: Source): string {
  if (path.endsWith('.md')) return text
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/[^\n]*/g)].join('\n')
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function paths(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    path => `${folder}/${path.replaceAll('\\', '/')}`,
  )
}
