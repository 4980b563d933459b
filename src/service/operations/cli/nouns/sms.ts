import { counted } from '#src/lib/text/count.ts'
import {
  type DeadNotification,
  listDeadNotifications,
  requeueNotifications,
} from '../../../platform/notifications/delivery.queries.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { ArgumentsError } from '../framework/errors.ts'
import { flagField, optional, repeatedField, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { startColumns } from '../framework/table.ts'
import { joinNames } from '../terminal.ts'

const filters = {
  kind: optional(textField('KIND', 'only messages of this kind')),
  failure: optional(textField('WHY', 'only messages with this failure, such as number')),
}
type Filters = { kind: string | null; failure: string | null }

export default {
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
  },
} satisfies Noun

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
