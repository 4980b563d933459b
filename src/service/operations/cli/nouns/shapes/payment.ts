import { startColumns } from '../../framework/table.ts'
/** Prints payments. */

import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import type {
  ListedPayment,
  readPaymentDetails,
} from '../../../../commerce/checkout/payment-list.queries.ts'
import { translatedText, translationsOf } from '../../../../platform/db/localized.ts'
import type { Result } from '../../framework/result.ts'
import { type Cell, type Column, formatInteger } from '../../framework/table.ts'

const RIALS: Column = { name: 'rials', align: 'end' }
const COLUMNS: Column[] = [
  ...startColumns('payment', 'invoice', 'made', 'user', 'kind', 'what'),
  RIALS,
  ...startColumns('gateway', 'state'),
  { name: 'refunded', align: 'end' },
]

export function presentPayments(payments: readonly ListedPayment[]): Result {
  const total = payments.reduce((sum, { row }) => sum + (row.paidAt ? row.total : 0), 0)
  return {
    data: payments.map(({ row, msisdn, refunded }) => ({ ...wire(row), user: msisdn, refunded })),
    print: [
      {
        columns: COLUMNS,
        rows: payments.map(({ row, msisdn, refunded }) => [
          row.id,
          invoiceOf(row),
          row.createdAt,
          msisdn,
          row.kind,
          titleOf(row),
          row.total,
          row.gateway,
          row.state,
          refunded || null,
        ]),
      },
      `${counted(payments.length, 'payment')}, ${formatInteger(total)} rials received`,
    ],
  }
}

type Details = Awaited<ReturnType<typeof readPaymentDetails>>

function titleOf(row: Details['row']): string {
  return translatedText(row, 'title', DEFAULT_LANGUAGE)
}

/** A number without separators, which tables print in amounts. */
function invoiceOf({ invoiceNumber }: Details['row']): string | null {
  return invoiceNumber === null ? null : String(invoiceNumber)
}

function wire(row: Details['row']) {
  const { id, kind, state, price, discount, vat, total, gateway } = row
  return {
    id,
    invoice_number: row.invoiceNumber,
    kind,
    title: translationsOf(row, 'title'),
    package: row.packageId,
    content: row.contentId,
    state,
    price,
    discount,
    vat,
    total,
    gateway,
    ref_id: row.refId,
    failure_reason: row.failureReason,
    created_at: row.createdAt,
    paid_at: row.paidAt,
  }
}

/** An answer of the bank that a member of the team asked for, from the audit log. */
export type BankAnswer = {
  at: Date
  actor: string
  bank: unknown
  before: unknown
  after: unknown
}

export function presentPayment(details: Details, answers: readonly BankAnswer[]): Result {
  const { row, refunds, ledger, period, ticket } = details
  const pairs: Array<[string, Cell]> = [
    ['payment', row.id],
    ['invoice number', invoiceOf(row)],
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
    ['sent to the bank', row.redirectedAt],
    ['back from the bank', row.callbackAt],
    ['paid', row.paidAt],
    ['next check', row.checkAt],
  ]
  if (period) pairs.push(['subscription from', period.startsAt], ['until', period.endsAt])
  if (period?.revokedAt) pairs.push(['revoked', period.revokedAt])
  if (ticket) pairs.push(['ticket, hours', ticket.hours], ['first played', ticket.firstPlayedAt])
  if (ticket?.endedAt) pairs.push(['ended', ticket.endedAt])
  return {
    data: {
      ...wire(row),
      user: details.msisdn,
      user_id: row.userId,
      voucher: details.voucher,
      authority: row.authority,
      card: row.cardMask,
      bank_steps: {
        redirected_at: row.redirectedAt,
        callback_at: row.callbackAt,
        paid_at: row.paidAt,
        inquiries: row.attempts,
        next_check_at: row.checkAt,
      },
      bank_answers: answers,
      subscription: period && {
        starts_at: period.startsAt,
        ends_at: period.endsAt,
        revoked_at: period.revokedAt,
      },
      ticket: ticket && { hours: ticket.hours, ended_at: ticket.endedAt },
      refunds: refunds.map(({ id, amount, state, reason, createdAt, doneAt, providerRef }) => ({
        id,
        amount,
        state,
        reason,
        reference: providerRef,
        created_at: createdAt,
        done_at: doneAt,
      })),
      ledger: ledger.map(({ posting, account, amount, createdAt }) => ({
        posting,
        account,
        amount,
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
      ...(answers.length > 0 ? ['', answersTable(answers)] : []),
    ],
  }
}

function answersTable(answers: readonly BankAnswer[]) {
  return {
    columns: startColumns('asked', 'by', 'the bank said', 'was', 'is'),
    rows: answers.map(({ at, actor, bank, before, after }) => [
      at,
      actor,
      String(bank ?? 'nothing'),
      String(before),
      String(after),
    ]),
  }
}

function refundTable(refunds: Details['refunds']) {
  return {
    columns: [{ name: 'refund' }, RIALS, ...startColumns('state', 'reason', 'since')],
    rows: refunds.map(({ id, amount, state, reason, createdAt }) => [
      id,
      amount,
      state,
      reason,
      createdAt,
    ]),
  }
}

function ledgerTable(ledger: Details['ledger']) {
  return {
    columns: [{ name: 'time' }, { name: 'posting' }, { name: 'account' }, RIALS],
    rows: ledger.map(({ createdAt, posting, account, amount }) => [
      createdAt,
      posting.split(':')[0],
      account,
      amount,
    ]),
  }
}
