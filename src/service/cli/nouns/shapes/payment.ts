/** Payments as the commands print them. */

import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import type { ListedPayment, paymentDetails } from '../../../checkout/payment-list.queries.ts'
import { localizedOf, textOf } from '../../../db/localized.ts'
import type { Result } from '../../framework/result.ts'
import { type Cell, type Column, shownNumber } from '../../framework/table.ts'

const RIALS: Column = { name: 'rials', align: 'end' }
const COLUMNS: Column[] = [
  ...['payment', 'made', 'user', 'kind', 'what'].map(name => ({ name })),
  RIALS,
  ...['gateway', 'state'].map(name => ({ name })),
  { name: 'refunded', align: 'end' },
]

export function listed(payments: readonly ListedPayment[]): Result {
  const total = payments.reduce((sum, { row }) => sum + (row.paidAt ? row.total : 0), 0)
  return {
    data: payments.map(({ row, msisdn, refunded }) => ({ ...wire(row), user: msisdn, refunded })),
    print: [
      {
        columns: COLUMNS,
        rows: payments.map(({ row, msisdn, refunded }) => [
          ...[row.id, row.createdAt, msisdn, row.kind, titleOf(row), row.total, row.gateway],
          ...[row.state, refunded || null],
        ]),
      },
      `${counted(payments.length, 'payment')}, of which ${shownNumber(total)} rials came in`,
    ],
  }
}

type Details = Awaited<ReturnType<typeof paymentDetails>>

function titleOf(row: Details['row']): string {
  return textOf(row, 'title', DEFAULT_LANGUAGE)
}

function wire(row: Details['row']) {
  const { id, kind, state, price, discount, vat, total, gateway } = row
  return {
    id,
    kind,
    title: localizedOf(row, 'title'),
    package: row.packageId,
    content: row.contentId,
    ...{ state, price, discount, vat, total, gateway },
    ref_id: row.refId,
    failure_reason: row.failureReason,
    created_at: row.createdAt,
    paid_at: row.paidAt,
  }
}

export function shown(details: Details): Result {
  const { row, refunds, ledger, period, ticket } = details
  const pairs: Array<[string, Cell]> = [
    ['payment', row.id],
    ['user', details.msisdn],
    ['what', titleOf(row)],
    ['kind', row.kind],
    ['state', row.failureReason ? `${row.state} (${row.failureReason})` : row.state],
    ['price', row.price],
    ['discount', row.discount],
    ['VAT', row.vat],
    ['total', row.total],
    ['voucher', details.voucher],
    ['gateway', row.gateway],
    ['authority', row.authority],
    ['reference', row.refId],
    ['card', row.cardMask],
    ['made', row.createdAt],
    ['at the bank', row.redirectedAt],
    ['back from it', row.callbackAt],
    ['paid', row.paidAt],
    ['asked again', row.checkAt],
  ]
  if (period) pairs.push(['subscription from', period.startsAt], ['until', period.endsAt])
  if (period?.revokedAt) pairs.push(['taken back', period.revokedAt])
  if (ticket) pairs.push(['ticket, hours', ticket.hours], ['first played', ticket.firstPlayedAt])
  if (ticket?.endedAt) pairs.push(['ended', ticket.endedAt])
  return {
    data: {
      ...wire(row),
      user: details.msisdn,
      voucher: details.voucher,
      authority: row.authority,
      card: row.cardMask,
      subscription: period && {
        starts_at: period.startsAt,
        ends_at: period.endsAt,
        revoked_at: period.revokedAt,
      },
      ticket: ticket && { hours: ticket.hours, ended_at: ticket.endedAt },
      refunds: refunds.map(({ id, amount, state, reason, createdAt, doneAt, providerRef }) => ({
        ...{ id, amount, state, reason, reference: providerRef },
        created_at: createdAt,
        done_at: doneAt,
      })),
      ledger: ledger.map(({ posting, account, amount, createdAt }) => ({
        ...{ posting, account, amount },
        created_at: createdAt,
      })),
    },
    print: [
      {
        columns: [{ name: 'field' }, { name: 'value' }],
        rows: pairs.filter(([, value]) => value !== null),
      },
      ...(refunds.length > 0 ? ['', refundTable(refunds)] : []),
      ...(ledger.length > 0 ? ['', ledgerTable(ledger)] : []),
    ],
  }
}

function refundTable(refunds: Details['refunds']) {
  return {
    columns: [{ name: 'refund' }, RIALS, ...['state', 'reason', 'since'].map(name => ({ name }))],
    rows: refunds.map(({ id, amount, state, reason, createdAt }) => [
      ...[id, amount, state, reason, createdAt],
    ]),
  }
}

function ledgerTable(ledger: Details['ledger']) {
  return {
    columns: [{ name: 'time' }, { name: 'posting' }, { name: 'account' }, RIALS],
    rows: ledger.map(({ createdAt, posting, account, amount }) => [
      ...[createdAt, posting.split(':')[0], account, amount],
    ]),
  }
}
