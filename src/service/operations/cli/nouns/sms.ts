import { Msisdn } from '#src/contract/fields.ts'
import { counted } from '#src/lib/text/count.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { packageExists } from '../../../commerce/checkout/packages.queries.ts'
import { SmsError } from '../../../platform/adapters/sms/sms-error.ts'
import { SMS_SEGMENTS } from '../../../platform/db/schema/sms.ts'
import {
  type DeadNotification,
  listDeadNotifications,
  requeueNotifications,
} from '../../../platform/notifications/delivery.queries.ts'
import {
  CAMPAIGN_TEXT_MAX,
  type Campaign,
  countSegment,
  draftCampaign,
  findCampaign,
  leftForCampaigns,
  listCampaigns,
  segmentOf,
  sendCampaign,
  stopCampaign,
  testCampaign,
} from '../../campaigns/campaigns.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { formatMoment } from '../framework/dates.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import {
  choiceField,
  flagField,
  integerField,
  optional,
  parsedField,
  repeatedField,
  textField,
} from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { startColumns } from '../framework/table.ts'
import { joinNames, line } from '../terminal.ts'

const filters = {
  kind: optional(textField('KIND', 'only messages of this kind')),
  failure: optional(textField('WHY', 'only messages with this failure, such as number')),
}
const campaignId = textField('ID', 'the id that ./pardeh sms campaigns lists')
const testNumber = parsedField('NUMBER', 'a mobile number of the team', given => {
  const read = Msisdn.safeParse(given)
  if (read.success) return read.data
  throw new UsageError('write a mobile number such as 09120000008.')
})
/** Days of a segment if none are given. */
const USUAL_DAYS: Partial<Record<(typeof SMS_SEGMENTS)[number], number>> = {
  expiring: 7,
  expired: 7,
  last_seen: 30,
}
type Filters = { kind: string | null; failure: string | null }

export default {
  failures: [SmsError],
  actions: {
    list: defineAction({
      summary: 'Lists messages that could not be sent, newest first',
      options: filters,
      effect: 'reads',
      run: async ({ deps }, given) => {
        const messages = await matching(deps, given)
        return { data: { messages: messages.map(toWire) }, print: table(messages) }
      },
    }),
    retry: defineAction({
      summary: 'Sends messages again, with the full number of attempts',
      args: {
        key: optional(repeatedField(textField('KEY', 'keys that ./pardeh sms list shows')), []),
      },
      options: { all: flagField('all messages that could not be sent'), ...filters },
      effect: 'changes',
      run: async ({ deps }, { key: keys, all, ...given }) => {
        if (all === keys.length > 0) throw new ArgumentsError('Give the keys, or --all.')
        const found = (await matching(deps, given)).filter(
          message => all || keys.includes(message.key),
        )
        const sent = new Set(
          await requeueNotifications(
            deps,
            found.map(({ key }) => key),
          ),
        )
        const messages = found.filter(({ key }) => sent.has(key))
        const missing = keys.filter(key => !sent.has(key))
        return {
          data: { messages: messages.map(toWire) },
          print: [
            ...table(messages),
            ...(missing.length > 0
              ? [`No failed message has these keys: ${joinNames(missing)}`]
              : []),
          ],
          isIncomplete: missing.length > 0,
          audit: { target: 'messages', details: { count: messages.length } },
        }
      },
    }),
    campaign: defineAction({
      summary: 'Drafts a message of marketing to a segment of users',
      details: `Nothing is sent: try it with ./pardeh sms test, then send it with ./pardeh sms send. Blocked users and those who turned reminders off get none. The
message ends with the address at which users turn such messages off.`,
      args: {
        text: parsedField('TEXT', 'the message', given => {
          if (given.trim() && given.length <= CAMPAIGN_TEXT_MAX) return given.trim()
          throw new UsageError(`write 1 to ${CAMPAIGN_TEXT_MAX} characters.`)
        }),
      },
      options: {
        segment: choiceField('SEGMENT', 'who gets it', SMS_SEGMENTS),
        package: optional(textField('ID', 'with segment package: who has this package now')),
        days: optional(
          integerField(
            'N',
            'with expiring and expired: within N days (7); with last_seen: not for N days (30)',
            { to: 3_650 },
          ),
        ),
      },
      effect: 'changes',
      run: async ({ service, actor }, { text, segment: kind, package: packageId, days }) => {
        const deps = await service()
        if ((kind === 'package') !== (packageId !== null))
          throw new ArgumentsError('Give --package with the segment package, and only then.')
        if (packageId && !(await packageExists(deps.db, packageId)))
          throw new UsageError(line`There is no package ${packageId}.`)
        const segment = { kind, packageId, days: days ?? USUAL_DAYS[kind] ?? null }
        const draft = await draftCampaign(deps, { text, segment, author: actor })
        const recipients = await countSegment(deps.db, segment, deps.now())
        const left = await leftForCampaigns(deps)
        return {
          data: { id: draft.id, text: draft.text, recipients, budget_left: left },
          print: [
            line`Draft ${draft.id}: ${counted(recipients, 'user')} would get it; the budget of today has ${counted(left, 'message')} left.`,
            { block: draft.text },
          ],
          audit: { target: draft.id, details: { ...segment, recipients } },
        }
      },
    }),
    test: defineAction({
      summary: 'Sends a draft to one number, which is needed before it can be sent to all',
      args: { id: campaignId, number: testNumber },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, service, isDryRun }, { id, number }) => {
        const campaign = await requireCampaign(deps, id)
        if (!isDryRun) await testCampaign(await service(), campaign, number)
        return {
          data: { id, text: campaign.text },
          print: [line`${id} ${isDryRun ? 'would be' : 'was'} sent to ${maskMsisdn(number)}.`],
          audit: { target: id, details: { to: maskMsisdn(number) } },
        }
      },
    }),
    send: defineAction({
      summary: 'Sends a draft that was tried to all users of its segment, by day',
      args: { id: campaignId },
      effect: 'destroys',
      run: async ({ service }, { id }) => {
        const deps = await service()
        const campaign = await requireCampaign(deps, id)
        if (campaign.sentAt) throw new UsageError(line`${id} was already sent.`)
        if (!campaign.testedAt)
          throw new UsageError(line`Try it first: ./pardeh sms test ${id} NUMBER`)
        const wanted = await countSegment(deps.db, segmentOf(campaign), deps.now())
        const left = await leftForCampaigns(deps)
        if (wanted > left)
          throw new UsageError(
            `${counted(wanted, 'user')} would get it, but the budget of today has ${counted(left, 'message')} left (SMS_PER_DAY). Choose a smaller segment.`,
          )
        const done = await sendCampaign(deps, campaign)
        if (!done) throw new UsageError(line`${id} was already sent.`)
        return {
          data: { id, ...done },
          print: [
            line`${counted(done.recipients, 'message')} will be sent from ${formatMoment(done.begins)} on.`,
          ],
          audit: { target: id, details: { recipients: done.recipients } },
        }
      },
    }),
    stop: defineAction({
      summary: 'Stops a message of marketing: what is not sent yet is not sent',
      args: { id: campaignId },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        const { sentAt } = await requireCampaign(deps, id)
        if (!sentAt) throw new UsageError(line`${id} was not sent, so there is nothing to stop.`)
        const stopped = await stopCampaign(deps, id)
        return {
          data: { id, stopped },
          print: [line`${id}: ${counted(stopped, 'message')} stopped.`],
          audit: { target: id, details: { stopped } },
        }
      },
    }),
    campaigns: defineAction({
      summary: 'Lists messages of marketing, and how many were sent, failed or wait',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await listCampaigns(deps.db)
        return {
          data: rows.map(({ packageId, ...row }) => ({ ...row, package: packageId })),
          print: [
            {
              columns: startColumns(
                'id',
                'segment',
                'by',
                'tried',
                'sent on',
                'recipients',
                'sent',
                'failed',
                'waiting',
              ),
              rows: rows.map(row => [
                row.id,
                row.segment,
                row.author,
                row.testedAt,
                row.sentAt,
                row.recipients,
                row.sent,
                row.failed,
                row.waiting,
              ]),
            },
            counted(rows.length, 'campaign'),
          ],
        }
      },
    }),
  },
} satisfies Noun

async function requireCampaign({ db }: Pick<CommandDeps, 'db'>, id: string): Promise<Campaign> {
  const found = await findCampaign(db, id)
  if (found) return found
  throw new UsageError(line`There is no campaign ${id}. List them with ./pardeh sms campaigns.`)
}

async function matching(
  deps: CommandDeps,
  { kind, failure }: Filters,
): Promise<DeadNotification[]> {
  return (await listDeadNotifications(deps)).filter(
    message =>
      (kind === null || message.kind === kind) && (failure === null || message.failure === failure),
  )
}

/** Leaves out the mobile number and the text, which operators must not read here. */
function toWire({ key, kind, userId, attempts, failure, failureCode, deadAt }: DeadNotification) {
  return { key, kind, user: userId, attempts, failure, code: failureCode, dead_at: deadAt }
}

function table(messages: readonly DeadNotification[]): Part[] {
  return [
    {
      columns: startColumns('key', 'kind', 'user', 'failed', 'attempts', 'failure', 'code'),
      rows: messages.map(({ key, kind, userId, deadAt, attempts, failure, failureCode }) => [
        key,
        kind,
        userId,
        deadAt,
        attempts,
        failure,
        failureCode,
      ]),
    },
    counted(messages.length, 'message'),
  ]
}
