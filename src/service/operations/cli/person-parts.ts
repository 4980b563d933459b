/** Prints a user for `users show`, as text or JSON. */

import type { Device } from '#src/contract/fields.ts'
import { counted } from '#src/lib/text/count.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import type { PersonView } from '../people/person.ts'
import { formatMoment } from './framework/dates.ts'
import type { Part } from './framework/result.ts'
import type { Cell } from './framework/table.ts'
import { line } from './terminal.ts'

export function personParts(view: PersonView): Part[] {
  const { user, subscription, carrierEndsAt, contracts } = view
  const name = [user.name, user.family].filter(Boolean).join(' ')
  return [
    line`${user.msisdn}  ${name}`.trim(),
    line`id ${user.id}, registered ${formatMoment(user.createdAt)}${user.partner ? line`, through ${user.partner}` : ''}`,
    ...state(view),
    subscription.endsAt
      ? line`Subscription: ${counted(subscription.remainingDays, 'day')}, until ${formatMoment(subscription.endsAt)}`
      : 'Subscription: none',
    ...(carrierEndsAt ? [line`Carrier subscription until ${formatMoment(carrierEndsAt)}`] : []),
    ...contracts
      .filter(({ status }) => status === 'active')
      .map(
        ({ bank, amount, next_charge_at }) =>
          line`Direct debit: ${amount} rials at ${bank.name}, next ${short(next_charge_at)}`,
      ),
    ...list('Profiles', ['id', 'name', 'age', 'PIN'], view.profiles, each => [
      each.id,
      each.name,
      each.is_primary ? `${each.age_type}, primary` : each.age_type,
      each.has_pin ? 'yes' : 'no',
    ]),
    ...list(
      'Payments',
      ['id', 'time', 'title', 'rials', 'state', 'gateway'],
      view.payments,
      each => [
        each.id,
        short(each.created_at),
        titleOf(each),
        each.amount,
        each.status,
        each.gateway,
      ],
    ),
    ...list('Devices', ['session', 'device', 'last seen'], view.devices, each => [
      each.id,
      nameOf(each.device),
      short(each.last_seen_at),
    ]),
    ...list('Last sign-ins', ['time', 'device', 'address', 'state'], view.signIns, each => [
      each.createdAt,
      nameOf(each.device),
      each.ip,
      stateOf(each, view),
    ]),
    ...list(
      'Refused playbacks',
      ['last time', 'title', 'profile', 'reason', 'times'],
      view.refusals,
      each => [short(each.last_at), each.title, each.profile, each.why, each.times],
    ),
    ...list('Tickets', ['number', 'time', 'title', 'department', 'state'], view.tickets, each => [
      `#${each.number}`,
      short(each.created_at),
      each.title,
      each.department,
      each.status,
    ]),
  ]
}

function state({ user, commentsBlockedAt }: PersonView): string[] {
  const { erasedAt, blockedAt, blockedReason } = user
  if (erasedAt) return [line`ERASED ${formatMoment(erasedAt)}`]
  return [
    ...(blockedAt
      ? [line`BLOCKED since ${formatMoment(blockedAt)}${blockedReason ? `: ${blockedReason}` : ''}`]
      : []),
    ...(commentsBlockedAt
      ? [line`Blocked from commenting since ${formatMoment(commentsBlockedAt)}`]
      : []),
  ]
}

function list<Row>(
  title: string,
  columns: string[],
  rows: readonly Row[],
  cells: (row: Row) => Cell[],
): Part[] {
  if (rows.length === 0) return ['', `${title}: none`]
  const ends = new Set(['rials'])
  return [
    '',
    title,
    {
      columns: columns.map(name => ({ name, align: ends.has(name) ? 'end' : 'start' })),
      rows: rows.map(cells),
    },
  ]
}

function stateOf(each: PersonView['signIns'][number], { devices }: PersonView): string {
  if (each.revokedAt) return each.revokedReason ?? 'ended'
  return devices.some(({ id }) => id === each.id) ? 'open' : 'expired'
}

function titleOf({ package: item, content }: PersonView['payments'][number]): string {
  return content?.title ?? item?.title ?? ''
}

function nameOf({ platform, brand, model }: Partial<Device>): string {
  return [brand, model].filter(Boolean).join(' ') || (platform ?? '')
}

function short(wire: string | null): string | null {
  return wire ? formatMoment(fromWire(wire)) : null
}

export function personData(view: PersonView) {
  const { user, subscription } = view
  const wire = (at: Date | null) => at && toWire(at)
  return {
    id: user.id,
    number: user.msisdn,
    name: user.name,
    family: user.family,
    registered_at: toWire(user.createdAt),
    partner: user.partner,
    blocked_at: wire(user.blockedAt),
    blocked_reason: user.blockedReason,
    comments_blocked_at: wire(view.commentsBlockedAt),
    erased_at: wire(user.erasedAt),
    subscription: { days: subscription.remainingDays, ends_at: wire(subscription.endsAt) },
    carrier_ends_at: wire(view.carrierEndsAt),
    contracts: view.contracts,
    profiles: view.profiles,
    payments: view.payments,
    devices: view.devices,
    sign_ins: view.signIns,
    refusals: view.refusals,
    tickets: view.tickets,
  }
}
