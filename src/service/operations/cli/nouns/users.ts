import { CARRIER_DAYS_MAX, GRANT_DAYS_MAX } from '#src/contract/limits.ts'
import { counted } from '#src/lib/text/count.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import {
  endEverySession,
  listBlockedUsers,
  unblockUser,
} from '../../../accounts/session/blocking.ts'
import { findTitleByName } from '../../../catalogue/titles/title-summary.queries.ts'
import {
  endCarrier,
  findCarrierSubscription,
  grantCarrier,
} from '../../../commerce/entitlements/carrier.ts'
import { addDays } from '../../../commerce/entitlements/subscriptions.ts'
import { inTransaction } from '../../../platform/db/open.ts'
import { blockPerson } from '../../people/block.ts'
import { erasePerson } from '../../people/erase.ts'
import { exportPerson } from '../../people/export.ts'
import { readPersonView } from '../../people/person.ts'
import { cancelSubscription, extendSubscription } from '../../people/subscription.ts'
import { readWatchingView } from '../../people/watching.ts'
import { formatMoment } from '../framework/dates.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import { fileField, flagField, integerField, optional, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'
import { writeNewFile } from '../output-file.ts'
import { findUser, maskedName, people, person, reasonField } from '../person.ts'
import { personData, personParts } from '../person-parts.ts'
import { line } from '../terminal.ts'
import { watchingData, watchingParts } from './shapes/watching.ts'

const reason = reasonField('a note for the team, without personal data')

const quiet = flagField('sends no SMS to the user')

export default {
  actions: {
    show: defineAction({
      summary:
        'Shows the profiles, subscription, payments, devices, tickets and last sign-ins of a user',
      args: { person },
      effect: 'reads',
      run: async ({ deps }, { person }) => {
        const view = await readPersonView(deps, await findUser(deps, person))
        return {
          data: personData(view),
          print: personParts(view),
          // The audit log records who looked at a user's data.
          audit: { target: view.user.id },
        }
      },
    }),
    access: defineAction({
      summary: 'Explains why a user can or cannot watch a title',
      details:
        'It shows the decision for each profile, the subscription and ticket, running streams, and the last SMS messages.',
      args: {
        person,
        title: textField('TITLE', 'the external_id, or the short id in the address'),
      },
      effect: 'reads',
      run: async ({ service }, { person, title: id }) => {
        const deps = await service()
        const user = await findUser(deps, person)
        const title = await findTitleByName(deps.db, id)
        if (!title)
          throw new UsageError(
            line`The catalogue does not contain ${id}. Search with ./pardeh catalogue list.`,
          )
        const view = await readWatchingView(deps, user, title.id)
        const answer = { user, title, view, now: deps.now() }
        return {
          data: watchingData(answer),
          print: watchingParts(answer),
          audit: { target: user.id, details: { title: title.externalId } },
        }
      },
    }),
    grant: defineAction({
      summary: 'Adds days to the subscription without a payment',
      args: { person },
      options: { days: integerField('N', 'how many days to add', { to: GRANT_DAYS_MAX }), quiet },
      effect: 'changes',
      run: async ({ deps }, { person, days, quiet }) => {
        const user = await findUser(deps, person)
        const given = { userId: user.id, days, isTold: !quiet }
        const period = await extendSubscription(deps, given)
        const { startsAt, endsAt } = period
        return {
          data: { user: user.id, starts_at: toWire(startsAt), ends_at: toWire(endsAt) },
          print: [
            line`${maskedName(user)} got ${counted(days, 'more day')}, until ${formatMoment(endsAt)}.`,
            ...(user.blockedAt ? ['The user is blocked and cannot watch.'] : []),
          ],
          audit: { target: user.id, details: { days, subscription: period.id } },
        }
      },
    }),
    cancel: defineAction({
      summary: 'Ends the subscription and its renewal by direct debit, without a refund',
      details: 'To give money back, use ./pardeh payments refund.',
      args: { person },
      options: {
        renewal: flagField(
          'ends only the renewal; the user can watch until the end of the paid days',
        ),
        quiet,
      },
      effect: 'destroys',
      run: async ({ service }, { person, renewal, quiet }) => {
        const deps = await service()
        const user = await findUser(deps, person)
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
    'end-sessions': defineAction({
      summary: 'Signs the user out on every device; playback stops within half a minute',
      args: { person },
      effect: 'changes',
      run: async ({ deps }, { person }) => {
        const user = await findUser(deps, person)
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
    block: defineAction({
      summary: 'Ends all sessions and direct debits, and refuses every sign-in until unblock',
      details: 'Of several users, one that cannot be blocked is named, and the others are blocked.',
      args: { person: people },
      options: { reason: optional(reason, ''), quiet },
      effect: 'changes',
      run: async ({ service }, { person, reason, quiet }) => {
        const deps = await service()
        const user = await findUser(deps, person)
        const blocked = await blockPerson(deps, { userId: user.id, reason, isTold: !quiet })
        const { isNew, sessions, contracts } = blocked
        return {
          data: { user: user.id, changed: isNew, sessions, contracts },
          print: [
            line`${maskedName(user)} ${isNew ? 'is blocked' : 'was already blocked'}: ${counted(sessions, 'session')} and ${counted(contracts, 'direct debit contract')} ended.`,
          ],
          audit: { target: user.id, details: { changed: isNew, sessions, contracts } },
        }
      },
    }),
    unblock: defineAction({
      summary: 'Lets users sign in again; a direct debit needs a new contract',
      args: { person: people },
      effect: 'changes',
      run: async ({ deps }, { person }) => {
        const user = await findUser(deps, person)
        if (user.erasedAt) throw new UsageError('An erased user cannot be unblocked.')
        const changed = await unblockUser(deps.db, user.id)
        return {
          data: { user: user.id, changed },
          print: [line`${maskedName(user)} ${changed ? 'may sign in again' : 'was not blocked'}.`],
          audit: { target: user.id, details: { changed } },
        }
      },
    }),
    blocked: defineAction({
      summary: 'Lists blocked users, newest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await listBlockedUsers(deps.db)
        return {
          data: rows.map(row => ({
            user: row.id,
            number: maskedName(row),
            blocked_at: row.blockedAt,
            reason: row.blockedReason,
          })),
          print: [
            {
              columns: startColumns('since', 'number', 'id', 'reason'),
              rows: rows.map(row => [row.blockedAt, maskedName(row), row.id, row.blockedReason]),
            },
          ],
        }
      },
    }),
    carrier: defineAction({
      summary: 'Shows or sets a subscription through a mobile operator',
      details: 'Playback stops within half a minute after --end.',
      args: { person },
      options: {
        days: optional(
          integerField('N', 'sets the end to N days from now', { to: CARRIER_DAYS_MAX }),
        ),
        end: flagField('ends it now'),
      },
      effect: 'changes',
      run: async ({ deps }, { person, days, end }) => {
        if (days !== null && end) throw new ArgumentsError('Give --days or --end, not both.')
        const user = await findUser(deps, person)
        const now = deps.now()
        const before = (await findCarrierSubscription(deps.db, user.id, now))?.endsAt ?? null
        const after = end ? null : days === null ? before : addDays(now, days)
        if (end) await endCarrier(deps.db, user.id, now)
        if (days !== null && after)
          await grantCarrier(deps.db, { userId: user.id, endsAt: after }, now)
        const changed = end ? before !== null : days !== null
        const ends_at = after && toWire(after)
        const until = after
          ? `has a carrier subscription until ${formatMoment(after)}`
          : 'has no carrier subscription'
        return {
          data: { number: maskedName(user), ends_at, changed },
          print: [line`${maskedName(user)} ${until}`],
          audit: { target: user.id, details: { days, end, changed } },
        }
      },
    }),
    export: defineAction({
      summary: 'Writes all data about a user to a JSON file',
      details: 'Without FILE, prints only the number of rows. With --json, prints the data itself.',
      args: { person, file: optional(fileField('FILE', 'a new file that only you can read')) },
      effect: 'reads',
      run: async ({ deps }, { person, file }) => {
        const user = await findUser(deps, person)
        const data = await exportPerson(deps.db, user)
        if (file) await writeNewFile(file, `${JSON.stringify(data, null, 2)}\n`)
        const tables = Object.entries(data)
        return {
          data,
          print: [
            {
              columns: [{ name: 'table' }, { name: 'rows', align: 'end' }],
              rows: tables.map(([name, rows]) => [name, rows.length]),
            },
            file
              ? line`Written to ${file}.`
              : 'Give a FILE to write the data, or --json to print it.',
          ],
          audit: { target: user.id, details: { tables: tables.length } },
        }
      },
    }),
    erase: defineAction({
      summary: 'Erases the personal data of a user; payments and invoices stay without a name',
      details:
        'Sessions, subscription and direct debit end. Profiles, lists, comments, tickets and messages are deleted; payments\nand invoices stay for ten years under an id. Signing in with the number again creates a new user.',
      args: { person },
      effect: 'destroys',
      run: async ({ service }, { person }) => {
        const deps = await service()
        const user = await findUser(deps, person)
        if (user.erasedAt) throw new UsageError('The user was already erased.')
        const { deleted, emptied } = await erasePerson(deps, user)
        const rows = (of: Record<string, number>, how: string) =>
          Object.entries(of).map(([name, count]) => [name, count, how])
        return {
          data: { user: user.id, deleted, emptied },
          print: [
            {
              columns: [{ name: 'table' }, { name: 'rows', align: 'end' }, { name: '' }],
              rows: [...rows(deleted, 'deleted'), ...rows(emptied, 'kept without personal data')],
            },
            line`The user is erased. The remaining rows have the id ${user.id}.`,
          ],
          audit: { target: user.id, details: { deleted, emptied } },
        }
      },
    }),
  },
} satisfies Noun
