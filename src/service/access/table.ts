/** docs/access.md, written from the decision itself: every combination is decided, and what the page says holds for all of them. */
import { ACCESS_REASONS, type AccessReason } from '#src/contract/access.ts'
import { RESULTS } from '#src/contract/envelope.ts'
import {
  type Decision,
  decide,
  type Holdings,
  NO_HOLDINGS,
  type Region,
  type Spectator,
  type Title,
} from './decision.ts'
import { INHERITED_FLAGS } from './inherited.ts'
import { flagsOf, RESULT_OF } from './outcome.ts'

export type Case = { title: Title; holdings: Holdings; spectator: Spectator }

const BAND = 7
const PAYING = ['content_has_ticket', 'free_content', 'carrier_specific'] as const
const HOLDING = ['subscription', 'carrier', 'ticket'] as const
const REGIONS: readonly Region[] = ['iran', 'abroad', 'unknown']

/** Every combination of what the decision looks at. */
export function* allCases(): Generator<Case> {
  for (const flags of subsetsOf(INHERITED_FLAGS))
    for (const title of titlesWith(flags))
      for (const held of subsetsOf(HOLDING))
        for (const spectator of spectators()) yield { title, holdings: holdingsOf(held), spectator }
}

function* titlesWith(flags: readonly string[]): Generator<Title> {
  for (const ageLimit of [null, 0, BAND, BAND + 5])
    for (const hasVideo of [true, false])
      for (const sellsTicket of flags.includes('content_has_ticket') ? [true, false] : [false])
        yield { flags, ageLimit, hasVideo, sellsTicket }
}

function* spectators(): Generator<Spectator> {
  for (const region of REGIONS) {
    yield { as: 'visitor', band: null, region }
    yield { as: 'user', band: null, region }
    for (const band of [null, BAND]) yield { as: 'profile', band, region }
  }
}

/** Every set of some of them, the empty one first. */
export function subsetsOf<T>(items: readonly T[]): T[][] {
  const masks = Array.from({ length: 2 ** items.length }, (_, mask) => mask)
  return masks.map(mask => items.filter((_, index) => (mask >> index) & 1))
}

function holdingsOf(held: ReadonlyArray<keyof Holdings>): Holdings {
  return { ...NO_HOLDINGS, ...Object.fromEntries(held.map(name => [name, true])) }
}

const has = ({ title }: Case, flag: string) => title.flags.includes(flag)
const isAbroad = (one: Case) => has(one, 'iran_access') && one.spectator.region === 'abroad'
const isAbove = ({ title: { ageLimit }, spectator: { band } }: Case) =>
  band !== null && (ageLimit === null || ageLimit > band)

type First = { when: string; holds: (one: Case) => boolean; reason: AccessReason }
const ABOVE: First = {
  when: 'the label is above the profile’s band, or nobody rated the title and the profile has a band',
  holds: isAbove,
  reason: 'age_restricted',
}
const SOON: First = {
  when: '`coming_soon`',
  holds: one => has(one, 'coming_soon'),
  reason: 'coming_soon',
}
const ABROAD: First = {
  when: '`iran_access`, from an address that is known to be abroad',
  holds: isAbroad,
  reason: 'outside_iran',
}
/** What decides whatever is held, in this order. */
const BEFORE_PLAYING: readonly First[] = [
  ABOVE,
  SOON,
  { when: 'there is no file to play', holds: one => !one.title.hasVideo, reason: 'no_video' },
  ABROAD,
]
const BEFORE_BUYING: readonly First[] = [
  ABOVE,
  { when: 'no ticket is sold for it', holds: one => !one.title.sellsTicket, reason: 'not_sold' },
  SOON,
  ABROAD,
]

type Column = { name: string; holds: (one: Case) => boolean }
const heldBy = ({ holdings }: Case) => HOLDING.filter(name => holdings[name]).join(' + ')
const WHO: readonly Column[] = [
  { name: 'visitor', holds: ({ spectator }) => spectator.as === 'visitor' },
  { name: 'no profile chosen', holds: ({ spectator }) => spectator.as === 'user' },
  ...subsetsOf(HOLDING).map(held => ({
    name: held.join(' + ') || 'profile, holds nothing',
    holds: (one: Case) => one.spectator.as === 'profile' && heldBy(one) === held.join(' + '),
  })),
]
const BUYERS: readonly Column[] = [
  { name: 'visitor', holds: ({ spectator }) => spectator.as === 'visitor' },
  {
    name: 'signed in, no ticket',
    holds: ({ spectator, holdings }) => spectator.as !== 'visitor' && !holdings.ticket,
  },
  {
    name: 'signed in, holds a ticket',
    holds: ({ spectator, holdings }) => spectator.as !== 'visitor' && holdings.ticket,
  },
]

/** @throws Error where a sentence of the page does not hold for a combination */
export function accessTable(): string {
  const cases = [...allCases()]
  const playing = afterFirst(cases, BEFORE_PLAYING, 'play')
  const buying = afterFirst(cases, BEFORE_BUYING, 'buy')
  const kinds = subsetsOf(PAYING).map(flags => ({
    name: flags.map(flag => `\`${flag}\``).join(' + ') || 'none of them',
    holds: (one: Case) => PAYING.every(flag => has(one, flag) === flags.includes(flag)),
  }))
  return [
    '# Who may see, play and buy what',
    '',
    'Written from `src/service/access/decision.ts` by `npm run access-table`. Do not edit it by hand; a test compares the two.',
    `All ${cases.length.toLocaleString('en')} combinations of flags, label, file, holdings, profile and region are decided for it.`,
    '',
    `A title has its own flags, and of its season and series ${INHERITED_FLAGS.map(flag => `\`${flag}\``).join(', ')}.`,
    'Its label is the strictest of its own and theirs. A ticket for a series opens its episodes.',
    '',
    '## Seen',
    '',
    'Lists, search, the page of the title, its trailer, comments, votes and bookmarks: everything but what is above the band of the profile.',
    '',
    '## Played',
    '',
    'The first line that fits says why not, whatever is held:',
    '',
    ...firstLines(BEFORE_PLAYING),
    '',
    'Otherwise, by the flags of the title and who asks:',
    '',
    ...matrix(playing, kinds, WHO, 'play'),
    '',
    '## Bought: a ticket',
    '',
    'The first line that fits says why not:',
    '',
    ...firstLines(BEFORE_BUYING),
    '',
    'Otherwise:',
    '',
    ...matrix(buying, [{ name: 'a ticket is sold', holds: () => true }], BUYERS, 'buy'),
    '',
    '## Reasons',
    '',
    ...reasonLines(),
    '',
  ].join('\n')
}

/** What none of the first lines decides. */
function afterFirst(cases: Case[], first: readonly First[], what: keyof Decision): Case[] {
  return cases.filter(one => {
    const rule = first.find(({ holds }) => holds(one))
    const said = decide(one.title, one.holdings, one.spectator)[what]
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
      here.map(one => decide(one.title, one.holdings, one.spectator)[what] ?? allowed),
    )
    if (said.size !== 1) throw new Error(`${row.name}, ${column.name}: ${[...said]}`)
    return [...said][0] as string
  }
  const body = columns.map(column => [column.name, ...rows.map(row => cell(row, column))])
  return lines(['', ...rows.map(({ name }) => name)], body)
}

function reasonLines(): string[] {
  const rows = ACCESS_REASONS.map(reason => {
    const result = RESULT_OF[reason]
    const [status, code] = RESULTS[result]
    const see = reason === 'age_restricted' ? reason : null
    const isOfBuying = reason === 'not_sold' || reason === 'owned'
    const marks = isOfBuying ? '' : flagsOf({ see, play: reason, buy: null }).join(', ') || 'none'
    return [reason, `${status} ${result} (${code})`, marks]
  })
  return lines(
    ['reason', 'refused with', 'marks'],
    [...rows, ['plays', '', flagsOf({ see: null, play: null, buy: null }).join(', ')]],
  )
}

function lines(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)]
}
