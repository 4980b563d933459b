import { counted } from '#src/lib/text/count.ts'
import {
  type DeadNotification,
  deadNotifications,
  requeueNotifications,
} from '../../notifications/delivery.queries.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { ArgumentsError } from '../framework/errors.ts'
import { flag, optional, several, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { names } from '../terminal.ts'

const filters = {
  kind: optional(word('KIND', 'only of this kind')),
  failure: optional(word('WHY', 'only those that failed so, such as number')),
}
type Filters = { kind: string | null; failure: string | null }

export default {
  summary: 'Messages that were given up, and sending them again',
  actions: {
    list: action({
      summary: 'Shows the messages that were given up, the newest first',
      options: filters,
      effect: 'reads',
      run: async ({ deps }, given) => {
        const messages = await matching(deps, given)
        return { data: { messages: messages.map(toWire) }, print: table(messages) }
      },
    }),
    retry: action({
      summary: 'Sends messages again, with all their attempts',
      args: { key: optional(several(word('KEY', 'as list shows them')), []) },
      options: { all: flag('all of them'), ...filters },
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
            ...(missing.length > 0 ? [`These were not given up: ${names(missing)}`] : []),
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
  return (await deadNotifications(deps)).filter(
    message =>
      (kind === null || message.kind === kind) && (failure === null || message.failure === failure),
  )
}

/** Without the number and the text, which are not the operator's to read. */
function toWire({ key, kind, userId, attempts, failure, failureCode, deadAt }: DeadNotification) {
  return { key, kind, user: userId, attempts, failure, code: failureCode, dead_at: deadAt }
}

function table(messages: readonly DeadNotification[]): Part[] {
  return [
    {
      columns: ['key', 'kind', 'user', 'given up', 'attempts', 'failure', 'code'].map(name => ({
        name,
      })),
      rows: messages.map(({ key, kind, userId, deadAt, attempts, failure, failureCode }) => [
        ...[key, kind, userId, deadAt, attempts, failure, failureCode],
      ]),
    },
    counted(messages.length, 'message'),
  ]
}
