import { CARRIER_DAYS_MAX, GRANT_DAYS_MAX, OPERATOR_REASON_MAX } from '#src/contract/limits.ts'
import { counted } from '#src/lib/text/count.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { inTransaction } from '../../db/open.ts'
import { carrierOf, endCarrier, grantCarrier } from '../../entitlements/carrier.ts'
import { daysLater } from '../../entitlements/subscriptions.ts'
import { blockPerson } from '../../people/block.ts'
import { erasePerson } from '../../people/erase.ts'
import { exportPerson } from '../../people/export.ts'
import { lookUp } from '../../people/person.ts'
import { cancelSubscription, extendSubscription } from '../../people/subscription.ts'
import { blockedUsers, endEverySession, unblockUser } from '../../session/blocking.ts'
import { shownTime } from '../framework/dates.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import { flag, optional, parsed, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { writeNew } from '../new-file.ts'
import { found, maskedName, person } from '../person.ts'
import { personData, personParts } from '../person-parts.ts'
import { line } from '../terminal.ts'

const reason = parsed('TEXT', 'for the team, without personal data', given => {
  if (given.length <= OPERATOR_REASON_MAX) return given.trim()
  throw new UsageError(`is to have ${OPERATOR_REASON_MAX} characters at most.`)
})

const quiet = flag('the person is not told by SMS')

export default {
  summary: 'What the team does for a person, or with one',
  actions: {
    show: action({
      summary: 'Shows profiles, subscription, payments, devices, tickets and the last sign-ins',
      args: { person },
      effect: 'reads',
      run: async ({ deps }, { person }) => {
        const view = await lookUp(deps, await found(deps, person))
        return {
          data: personData(view),
          print: personParts(view),
          // Who looked at a person's data is kept.
          audit: { target: view.user.id },
        }
      },
    }),
    grant: action({
      summary: 'Extends the subscription: days after what is left, without a payment',
      args: { person },
      options: { days: whole('N', 'how many', { to: GRANT_DAYS_MAX }), quiet },
      effect: 'changes',
      run: async ({ deps }, { person, days, quiet }) => {
        const user = await found(deps, person)
        const given = { userId: user.id, days, isTold: !quiet }
        const period = await extendSubscription(deps, given)
        const { startsAt, endsAt } = period
        return {
          data: { user: user.id, starts_at: toWire(startsAt), ends_at: toWire(endsAt) },
          print: [
            line`${maskedName(user)} has ${counted(days, 'more day')}: until ${shownTime(endsAt)}.`,
            ...(user.blockedAt ? ['The person is blocked, and cannot watch.'] : []),
          ],
          audit: { target: user.id, details: { days, subscription: period.id } },
        }
      },
    }),
    cancel: action({
      summary: 'Ends the subscription and its renewal by direct debit; what was paid stays paid',
      details: 'A refund is a decision of its own: see the payments of the person.',
      args: { person },
      options: {
        renewal: flag('only the renewal: the person watches until the paid days are over'),
        quiet,
      },
      effect: 'destroys',
      run: async ({ service }, { person, renewal, quiet }) => {
        const deps = await service()
        const user = await found(deps, person)
        const given = { userId: user.id, reason: 'operator', keepsAccess: renewal, isTold: !quiet }
        const ended = await cancelSubscription(deps, given)
        return {
          data: { user: user.id, ...ended },
          print: [
            line`${maskedName(user)}: ${counted(ended.periods, 'period')} and ${counted(ended.contracts, 'direct debit contract')} ended.`,
          ],
          audit: { target: user.id, details: ended },
        }
      },
    }),
    'end-sessions': action({
      summary: 'Signs the person out on every device; what plays stops within half a minute',
      args: { person },
      effect: 'changes',
      run: async ({ deps }, { person }) => {
        const user = await found(deps, person)
        const sessions = await inTransaction(deps.db, tx =>
          endEverySession(tx, { userId: user.id, reason: 'operator' }, deps.now()),
        )
        return {
          data: { user: user.id, sessions },
          print: [line`${maskedName(user)}: ${counted(sessions, 'session')} ended.`],
          audit: { target: user.id, details: { sessions } },
        }
      },
    }),
    block: action({
      summary: 'Ends all sessions and direct debit, and refuses every sign-in until unblock',
      args: { person },
      options: { reason: optional(reason, ''), quiet },
      effect: 'changes',
      run: async ({ service }, { person, reason, quiet }) => {
        const deps = await service()
        const user = await found(deps, person)
        const blocked = await blockPerson(deps, { userId: user.id, reason, isTold: !quiet })
        const { isNew, sessions, contracts } = blocked
        return {
          data: { user: user.id, changed: isNew, sessions, contracts },
          print: [
            line`${maskedName(user)} ${isNew ? 'is blocked' : 'was blocked before'}: ${counted(sessions, 'session')} and ${counted(contracts, 'direct debit contract')} ended.`,
          ],
          audit: { target: user.id, details: { changed: isNew, sessions, contracts } },
        }
      },
    }),
    unblock: action({
      summary: 'Lets the person sign in again; direct debit has to be agreed to anew',
      args: { person },
      effect: 'changes',
      run: async ({ deps }, { person }) => {
        const user = await found(deps, person)
        if (user.erasedAt) throw new UsageError('An erased person cannot be unblocked.')
        const changed = await unblockUser(deps.db, user.id)
        return {
          data: { user: user.id, changed },
          print: [line`${maskedName(user)} ${changed ? 'may sign in again' : 'was not blocked'}.`],
          audit: { target: user.id, details: { changed } },
        }
      },
    }),
    blocked: action({
      summary: 'Shows who is blocked, the newest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await blockedUsers(deps.db)
        return {
          data: rows.map(row => ({
            user: row.id,
            number: maskedName(row),
            blocked_at: row.blockedAt,
            reason: row.blockedReason,
          })),
          print: [
            {
              columns: ['since', 'number', 'id', 'reason'].map(name => ({ name })),
              rows: rows.map(row => [row.blockedAt, maskedName(row), row.id, row.blockedReason]),
            },
          ],
        }
      },
    }),
    carrier: action({
      summary: 'A subscription through a mobile operator: how it stands',
      details: 'What plays stops within half a minute after --end.',
      args: { person },
      options: {
        days: optional(
          whole('N', 'until N days from now, whatever was before', { to: CARRIER_DAYS_MAX }),
        ),
        end: flag('ends it'),
      },
      effect: 'changes',
      run: async ({ deps }, { person, days, end }) => {
        if (days !== null && end) throw new ArgumentsError('Give --days or --end, not both.')
        const user = await found(deps, person)
        const now = deps.now()
        const before = (await carrierOf(deps.db, user.id, now))?.endsAt ?? null
        const after = end ? null : days === null ? before : daysLater(now, days)
        if (end) await endCarrier(deps.db, user.id, now)
        if (days !== null && after)
          await grantCarrier(deps.db, { userId: user.id, endsAt: after }, now)
        const changed = end ? before !== null : days !== null
        const ends_at = after && toWire(after)
        const until = ends_at
          ? `has a carrier subscription until ${ends_at}`
          : 'has no carrier subscription'
        return {
          data: { number: maskedName(user), ends_at, changed },
          print: [line`${maskedName(user)} ${until}`],
          audit: { target: user.id, details: { days, end, changed } },
        }
      },
    }),
    export: action({
      summary: 'Writes all that is known about the person to a file of JSON',
      details: 'Without FILE it only counts. With --json the data itself is printed.',
      args: { person, file: optional(word('FILE', 'a new file, which only you can read')) },
      effect: 'reads',
      run: async ({ deps }, { person, file }) => {
        const user = await found(deps, person)
        const data = await exportPerson(deps.db, user)
        if (file) await writeNew(file, `${JSON.stringify(data, null, 2)}\n`)
        const tables = Object.entries(data)
        return {
          data,
          print: [
            {
              columns: [{ name: 'table' }, { name: 'rows', align: 'end' }],
              rows: tables.map(([name, rows]) => [name, rows.length]),
            },
            file ? line`Written to ${file}.` : 'Give a FILE to write it, or --json.',
          ],
          audit: { target: user.id, details: { tables: tables.length } },
        }
      },
    }),
    erase: action({
      summary: 'Forgets the person, by request: the accounts stay, without the person',
      details:
        'Sessions, subscription and direct debit end. Profiles, lists, comments, tickets and messages are deleted; payments\nand invoices stay for ten years under an id. The number is free: who signs in with it is a new person.',
      args: { person },
      effect: 'destroys',
      run: async ({ service }, { person }) => {
        const deps = await service()
        const user = await found(deps, person)
        if (user.erasedAt) throw new UsageError('The person was erased before.')
        const { deleted, emptied } = await erasePerson(deps, user)
        const rows = (of: Record<string, number>, how: string) =>
          Object.entries(of).map(([name, count]) => [name, count, how])
        return {
          data: { user: user.id, deleted, emptied },
          print: [
            {
              columns: [{ name: 'table' }, { name: 'rows', align: 'end' }, { name: '' }],
              rows: [...rows(deleted, 'deleted'), ...rows(emptied, 'kept without the person')],
            },
            line`The person is erased. What stays is under ${user.id}.`,
          ],
          audit: { target: user.id, details: { deleted, emptied } },
        }
      },
    }),
  },
} satisfies Noun
