/** Generates docs/access.md from the decision function and checks every sentence of it against all combinations. */
import { ACCESS_REASONS, type AccessReason } from '#src/contract/access.ts'
import { RESULTS } from '#src/contract/envelope.ts'
import {
  type AccessSubject,
  type Decision,
  decide,
  type Entitlements,
  NO_ENTITLEMENTS,
  type Region,
  type Title,
} from './decision.ts'
import { INHERITED_FLAGS } from './inherited.ts'
import { accessFlags, ERROR_CODES } from './responses.ts'

export type Case = { title: Title; entitlements: Entitlements; subject: AccessSubject }

const MAX_AGE = 7
const PAYING = ['content_has_ticket', 'free_content', 'carrier_specific'] as const
const ENTITLEMENTS = ['subscription', 'carrier', 'ticket'] as const
const REGIONS: readonly Region[] = ['iran', 'abroad', 'unknown']

/** Every combination of the inputs of a decision. */
export function* allCases(): Generator<Case> {
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

/** Every set of some of them, the empty one first. */
export function subsetsOf<T>(items: readonly T[]): T[][] {
  const masks = Array.from({ length: 2 ** items.length }, (_, mask) => mask)
  return masks.map(mask => items.filter((_, index) => (mask >> index) & 1))
}

function entitlementsFor(held: ReadonlyArray<keyof Entitlements>): Entitlements {
  return { ...NO_ENTITLEMENTS, ...Object.fromEntries(held.map(name => [name, true])) }
}

const has = ({ title }: Case, flag: string) => title.flags.includes(flag)
const isAbroad = (one: Case) => has(one, 'iran_access') && one.subject.region === 'abroad'
const isAbove = ({ title: { ageLimit }, subject: { maxAge } }: Case) =>
  maxAge !== null && (ageLimit === null || ageLimit > maxAge)

type First = { when: string; holds: (one: Case) => boolean; reason: AccessReason }
const ABOVE: First = {
  when: 'the age rating is above the profile’s limit, or the title is unrated and the profile has a limit',
  holds: isAbove,
  reason: 'age_restricted',
}
const SOON: First = {
  when: '`coming_soon`',
  holds: one => has(one, 'coming_soon'),
  reason: 'coming_soon',
}
const ABROAD: First = {
  when: '`iran_access`, and the address is known to be abroad',
  holds: isAbroad,
  reason: 'outside_iran',
}
/** Conditions that apply before entitlements, in this order. */
const BEFORE_PLAYING: readonly First[] = [
  ABOVE,
  SOON,
  { when: 'no playable file', holds: one => !one.title.hasVideo, reason: 'no_video' },
  ABROAD,
]
const BEFORE_BUYING: readonly First[] = [
  ABOVE,
  { when: 'no ticket is sold for it', holds: one => !one.title.sellsTicket, reason: 'not_sold' },
  SOON,
  ABROAD,
]

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

/** @throws Error if a statement of the page is wrong for a combination */
export function accessTable(): string {
  const cases = [...allCases()]
  const playReason = afterFirst(cases, BEFORE_PLAYING, 'play')
  const buyReason = afterFirst(cases, BEFORE_BUYING, 'buy')
  const kinds = subsetsOf(PAYING).map(flags => ({
    name: flags.map(flag => `\`${flag}\``).join(' + ') || 'none of them',
    holds: (one: Case) => PAYING.every(flag => has(one, flag) === flags.includes(flag)),
  }))
  return [
    '# Who may see, play and buy what',
    '',
    'Generated from `src/service/access/decision.ts` by `npm run docs`; a test compares.',
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
    'The first matching condition is the reason, whatever the user owns:',
    '',
    ...firstLines(BEFORE_PLAYING),
    '',
    'Otherwise, by the flags of the title (columns) and the caller (rows):',
    '',
    ...matrix(playReason, kinds, WHO, 'play'),
    '',
    '## Buy a ticket',
    '',
    'The first matching condition is the reason:',
    '',
    ...firstLines(BEFORE_BUYING),
    '',
    'Otherwise:',
    '',
    ...matrix(buyReason, [{ name: 'a ticket is sold', holds: () => true }], BUYERS, 'buy'),
    '',
    '## Reasons',
    '',
    ...reasonLines(),
    '',
  ].join('\n')
}

/** The combinations that none of the first conditions decides. */
function afterFirst(cases: Case[], first: readonly First[], what: keyof Decision): Case[] {
  return cases.filter(one => {
    const rule = first.find(({ holds }) => holds(one))
    const said = decide(one.title, one.entitlements, one.subject)[what]
    if (rule && said !== rule.reason) throw new Error(`${rule.reason}: ${JSON.stringify(one)}`)
    return !rule
  })
}

function firstLines(first: readonly First[]): string[] {
  return lines(
    ['when', 'reason'],
    first.map(({ when, reason }) => [when, reason]),
  )
}

function matrix(
  cases: Case[],
  rows: readonly Column[],
  columns: readonly Column[],
  what: keyof Decision,
): string[] {
  const allowed = what === 'play' ? '**plays**' : '**may buy**'
  const cell = (row: Column, column: Column) => {
    const here = cases.filter(one => row.holds(one) && column.holds(one))
    const said = new Set(
      here.map(one => decide(one.title, one.entitlements, one.subject)[what] ?? allowed),
    )
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
