/** Names use the terms of docs/glossary.md. Words that these terms replaced stand in no identifier, file name or CSS class. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { type Source, sources, withoutComments } from '#tests/support/sources.ts'

/** A replaced word, and the term instead. */
const REPLACED: Record<string, string> = {
  door: 'HTTP layer',
  kept: 'cached, stored',
  unkept: 'uncached',
  pack: 'compress',
  packed: 'compressed',
  hand: 'pass, in-process result',
  handed: 'passed',
  remember: 'memoise, store',
  remembered: 'memoised, stored',
  anew: 'revalidate, again',
  doubt: 'invalidate',
  refusal: 'error, rejection',
  refusals: 'errors',
  refuse: 'reject, throw',
  refused: 'rejected',
  reach: 'failpoint',
  later: 'deferred',
  aside: 'off-screen',
  early: 'preload',
  wish: 'optimistic update',
  wanted: 'requested, pending action',
  gate: 'auth guard',
  traces: 'session change marker',
  follow: 'cross-tab sync',
  begun: 'started, continue watching',
  chosen: 'curated, selected',
  opening: 'playback load result',
  screening: 'player page',
  lifeline: 'heartbeat',
  verbs: 'player interface',
  notices: 'notifications',
  likeness: 'similarity',
  shell: 'layout',
  house: 'own',
  dear: 'expensive',
  place: 'position',
  places: 'positions',
  proved: 'verified',
  leaving: 'exiting',
}

/** Whole names in which such a word has its plain or a foreign meaning. */
const ALLOWED = new Set([
  // Of HTML, CSS and other programs.
  'aside',
  'place-items',
  'place-content',
  // The namespace of texts in src/lib/i18n; its keys stay.
  'shell',
  'enShell',
  'faShell',
  // To place an order, and points in time.
  'placeOrder',
  'later',
  'daysLater',
  'retryLater',
  // Columns of the database.
  'code_proved_at',
  'password_proved_at',
])

const files = ['src', 'tests', 'scripts']
  .flatMap(folder => sources(folder, ['.ts', '.tsx', '.astro', '.mjs', '.js', '.css']))
  .filter(({ path }) => path !== 'tests/architecture/words.test.ts')

test('no name holds a word that a term of the glossary replaced', () => {
  const found = files.flatMap(file =>
    [...namesIn(file)]
      .filter(
        name => !ALLOWED.has(name) && wordsOf(name).some(word => Object.hasOwn(REPLACED, word)),
      )
      .map(name => `${file.path}: ${name}`),
  )
  expect(found).toEqual([])
})

/** Identifiers of code, classes of style sheets, and the file's own name. */
function namesIn({ path, text }: Source): Set<string> {
  const code = withoutComments(text)
  const names = path.endsWith('.css')
    ? code.matchAll(/[a-zA-Z][\w-]*/g)
    : withoutStrings(code).matchAll(/[a-zA-Z_$][\w$]*/g)
  return new Set([...[...names].map(([name]) => name), ...basename(path).split('.')])
}

/** `keptDraft` and `kept-draft` are kept and draft. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map(word => word.toLowerCase())
}

function withoutStrings(code: string): string {
  return code
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '')
    .replace(/`(?:[^`\\]|\\.)*`/g, text =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    )
    .replace(/>[^<>{}=]*</g, '><')
}
