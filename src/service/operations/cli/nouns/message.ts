import { LANGUAGES, mapLanguages } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { momentText } from '#src/lib/text/written-time.ts'
import { translationsOf } from '../../../platform/db/localized.ts'
import {
  clearMessages,
  listMessages,
  MessageFile,
  NewMessage,
  setMessage,
} from '../../../storefront/system-message.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { formatMoment, moment } from '../framework/dates.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import { fileField, flagField, integerField, optional, textField } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import type { Result } from '../framework/result.ts'
import { line } from '../terminal.ts'

const YEAR_HOURS = 8_760

export default {
  actions: {
    set: defineAction({
      summary: 'Shows a message on every page and replaces the previous one',
      options: {
        ...mapLanguages(language => textField('TEXT', `the message in "${language}"`)),
        error: flagField('shows it in the colour of a warning'),
        fixed: flagField('visitors cannot close it'),
        hours: optional(
          integerField('N', 'removes it automatically after this many hours', { to: YEAR_HOURS }),
        ),
        starts: optional(moment('MOMENT', 'when it begins, such as "1405-10-01 20:30" (now)')),
        ends: optional(moment('MOMENT', 'when it is removed automatically')),
      },
      effect: 'changes',
      run: async ({ deps }, { error, fixed, hours, starts, ends, ...texts }) => {
        if (hours !== null && ends) throw new ArgumentsError('Give --hours or --ends, not both.')
        const from = starts ?? deps.now()
        const endsAt = hours === null ? ends : new Date(from.getTime() + hours * HOUR_MS)
        if (endsAt && (endsAt <= from || endsAt <= deps.now()))
          throw new UsageError(
            `--ends cannot be ${momentText(endsAt)}: it must be later than now and than the start.`,
          )
        const message = NewMessage.safeParse({
          ...texts,
          isDismissable: !fixed,
          type: error ? 'error' : 'success',
          startsAt: starts,
          endsAt,
        })
        if (!message.success)
          throw new UsageError(
            message.error.issues
              .map(({ path, message }) => line`--${path.join('.')}: ${message}`)
              .join('\n'),
          )
        return shown(deps, message.data)
      },
    }),
    apply: defineAction({
      summary: 'Shows the message in a file; docs/home.md describes the format',
      args: { file: fileField('FILE', 'YAML or JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const { data, wrong } = readInputFile(file, MessageFile)
        const { fixed, starts_at, ends_at, ...message } = data
        const startsAt = starts_at ?? null
        const endsAt = ends_at ?? null
        if (endsAt && endsAt <= deps.now())
          throw wrong([
            {
              path: ['ends_at'],
              message: `cannot be ${momentText(endsAt)}, which is in the past. Give a later time, or leave it out.`,
            },
          ])
        if (startsAt && endsAt && endsAt <= startsAt)
          throw wrong([{ path: ['ends_at'], message: 'must be later than starts_at' }])
        return shown(deps, { ...message, isDismissable: !fixed, startsAt, endsAt })
      },
    }),
    show: defineAction({
      summary: 'Shows the current message and the planned ones',
      effect: 'reads',
      run: async ({ deps }) => {
        const messages = await listMessages(deps)
        return {
          data: messages.map(message => ({
            state: message.state,
            ...translationsOf(message, 'text'),
            type: message.type,
            fixed: !message.isDismissable,
            starts_at: message.startsAt,
            ends_at: message.endsAt,
          })),
          print: messages.length === 0 ? ['There is no message.'] : messages.flatMap(messageLines),
        }
      },
    }),
    clear: defineAction({
      summary: 'Removes the message',
      effect: 'changes',
      run: async ({ deps }) => {
        const count = await clearMessages(deps)
        return {
          data: { cleared: count },
          print: [count > 0 ? 'The message is removed.' : 'There was no message.'],
          audit: { target: 'message' },
        }
      },
    }),
  },
} satisfies Noun

function messageLines(message: Awaited<ReturnType<typeof listMessages>>[number]): string[] {
  const { state, type, isDismissable, startsAt, endsAt } = message
  const texts = translationsOf(message, 'text')
  return [
    line`${state}: ${type}${isDismissable ? '' : ', cannot be closed'}, ${state === 'planned' ? 'from' : 'since'} ${formatMoment(startsAt)}, ${endsAt ? `until ${formatMoment(endsAt)}` : 'without an end'}`,
    ...LANGUAGES.map(language => line`${language}: ${texts[language]}`),
  ]
}

async function shown(deps: CommandDeps, message: NewMessage): Promise<Result> {
  const replaced = await setMessage(deps, message)
  const { type, startsAt, endsAt } = message
  return {
    data: message,
    print: [
      startsAt && startsAt > deps.now()
        ? `The message will be on every page from ${formatMoment(startsAt)} on.`
        : 'The message is on every page.',
      ...(replaced > 0 ? [`It replaces ${counted(replaced, 'planned message')}.`] : []),
    ],
    audit: { target: 'message', details: { type, startsAt, endsAt, replaced } },
  }
}
