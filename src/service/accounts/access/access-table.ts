/** Generates docs/access.md: the rules in their order, and the decision for every combination. */
import { ACCESS_REASONS } from '#src/contract/access.ts'
import { RESULTS } from '#src/contract/envelope.ts'
import {
  type AccessSubject,
  accessReasonOf,
  type Case,
  type Decision,
  type Entitlements,
  NO_ENTITLEMENTS,
  type Region,
  RULES,
  type Title,
} from './decision.ts'
import { INHERITED_FLAGS } from './inherited.ts'
import { accessFlags, ERROR_CODES } from './responses.ts'

const MAX_AGE = 7
const PAYING = ['content_has_ticket', 'free_content', 'carrier_specific'] as const
const ENTITLEMENTS = ['subscription', 'carrier', 'ticket'] as const
const REGIONS: readonly Region[] = ['iran', 'abroad', 'unknown']

/** Yields every combination of the inputs of a decision. */
export function* generateAccessCases(): Generator<Case> {
  for (const flags of subsetsOf(INHERITED_FLAGS))
    for (const title of titlesWith(flags))
      for (const held of subsetsOf(ENTITLEMENTS))
        for (const subject of subjects())
          yield { title, entitlements: entitlementsFor(held), subject }
}

function* titlesWith(flags: readonly string[]): Generator<Title> {
  for (const ageLimit of [null, 0, MAX_AGE, MAX_AGE + 5])
    for (const hasVideo of [true, false])
      for (const sellsTicket of flags.includes('content_has_ticket') ? [true, false] : [false])
        yield { flags, ageLimit, hasVideo, sellsTicket }
}

function* subjects(): Generator<AccessSubject> {
  for (const region of REGIONS) {
    yield { kind: 'visitor', maxAge: null, region }
    yield { kind: 'user', maxAge: null, region }
    for (const maxAge of [null, MAX_AGE]) yield { kind: 'profile', maxAge, region }
  }
}

/** Returns every subset, the empty one first. */
export function subsetsOf<T>(items: readonly T[]): T[][] {
  const masks = Array.from({ length: 2 ** items.length }, (_, mask) => mask)
  return masks.map(mask => items.filter((_, index) => (mask >> index) & 1))
}

function entitlementsFor(held: ReadonlyArray<keyof Entitlements>): Entitlements {
  return { ...NO_ENTITLEMENTS, ...Object.fromEntries(held.map(name => [name, true])) }
}

const has = ({ title }: Case, flag: string) => title.flags.includes(flag)

type Column = { name: string; holds: (one: Case) => boolean }
const heldBy = ({ entitlements }: Case) =>
  ENTITLEMENTS.filter(name => entitlements[name]).join(' + ')
const WHO: readonly Column[] = [
  { name: 'visitor', holds: ({ subject }) => subject.kind === 'visitor' },
  { name: 'no profile chosen', holds: ({ subject }) => subject.kind === 'user' },
  ...subsetsOf(ENTITLEMENTS).map(held => ({
    name: held.join(' + ') || 'profile, no entitlement',
    holds: (one: Case) => one.subject.kind === 'profile' && heldBy(one) === held.join(' + '),
  })),
]
const BUYERS: readonly Column[] = [
  { name: 'visitor', holds: ({ subject }) => subject.kind === 'visitor' },
  {
    name: 'signed in, no ticket',
    holds: ({ subject, entitlements }) => subject.kind !== 'visitor' && !entitlements.ticket,
  },
  {
    name: 'signed in, has a ticket',
    holds: ({ subject, entitlements }) => subject.kind !== 'visitor' && entitlements.ticket,
  },
]

/** Returns the document. @throws Error if a cell of a table would have two reasons */
export function accessTable(): string {
  const cases = [...generateAccessCases()]
  const kinds = subsetsOf(PAYING).map(flags => ({
    name: flags.map(flag => `\`${flag}\``).join(' + ') || 'none of them',
    holds: (one: Case) => PAYING.every(flag => has(one, flag) === flags.includes(flag)),
  }))
  return [
    '# Who may see, play and buy what',
    '',
    'Generated from `src/service/accounts/access/decision.ts` by `npm run docs`; a test compares.',
    `All ${cases.length.toLocaleString('en')} combinations of flags, age rating, file, entitlements, profile and region were decided for it.`,
    '',
    `A title has its own flags and inherits from its season and series ${INHERITED_FLAGS.map(flag => `\`${flag}\``).join(', ')}.`,
    'Its age rating is the strictest of its own and theirs. A ticket for a series is valid for its episodes.',
    '',
    '## See',
    '',
    'Lists, search, the page of the title, its trailer, comments, votes and bookmarks: everything except titles above the age limit of the profile.',
    '',
    '## Play',
    '',
    'The first matching rule decides:',
    '',
    ...ruleLines('play'),
    '',
    'If no rule applies that payment cannot change, the flags of the title (columns) and the caller (rows) decide:',
    '',
    ...matrix(withoutFinal(cases, 'play'), kinds, WHO, 'play'),
    '',
    '## Buy a ticket',
    '',
    'The first matching rule decides:',
    '',
    ...ruleLines('buy'),
    '',
    'If a ticket is sold:',
    '',
    ...matrix(
      withoutFinal(cases, 'buy'),
      [{ name: 'a ticket is sold', holds: () => true }],
      BUYERS,
      'buy',
    ),
    '',
    '## Reasons',
    '',
    ...reasonLines(),
    '',
  ].join('\n')
}

/** Returns the combinations that are not decided by a rule which payment cannot change. */
function withoutFinal(cases: Case[], action: keyof Decision): Case[] {
  const rules = RULES[action].filter(({ isFinal }) => isFinal)
  return cases.filter(one => !rules.some(({ applies }) => applies(one)))
}

function ruleLines(action: 'play' | 'buy'): string[] {
  const allowed = ALLOWED[action]
  return lines(
    ['when', 'then', 'payment changes it'],
    [
      ...RULES[action].map(({ when, reason, isFinal }) => [
        when,
        reason ?? allowed,
        isFinal ? 'no' : '',
      ]),
      ['otherwise', allowed, ''],
    ],
  )
}

const ALLOWED = { play: '**plays**', buy: '**may buy**' } as const

function matrix(
  cases: Case[],
  rows: readonly Column[],
  columns: readonly Column[],
  action: 'play' | 'buy',
): string[] {
  const cell = (row: Column, column: Column) => {
    const here = cases.filter(one => row.holds(one) && column.holds(one))
    const said = new Set(here.map(one => accessReasonOf(action, one) ?? ALLOWED[action]))
    if (said.size !== 1) throw new Error(`${row.name}, ${column.name}: ${[...said]}`)
    return [...said][0] as string
  }
  const body = columns.map(column => [column.name, ...rows.map(row => cell(row, column))])
  return lines(['', ...rows.map(({ name }) => name)], body)
}

function reasonLines(): string[] {
  const rows = ACCESS_REASONS.map(reason => {
    const result = ERROR_CODES[reason]
    const [status, code] = RESULTS[result]
    const see = reason === 'age_restricted' ? reason : null
    const isOfBuying = reason === 'not_sold' || reason === 'owned'
    const flags = isOfBuying
      ? ''
      : accessFlags({ see, play: reason, buy: null }).join(', ') || 'none'
    return [reason, `${status} ${result} (${code})`, flags]
  })
  return lines(
    ['reason', 'error', 'flags'],
    [...rows, ['plays', '', accessFlags({ see: null, play: null, buy: null }).join(', ')]],
  )
}

function lines(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)]
}
