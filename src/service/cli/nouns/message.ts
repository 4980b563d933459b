import { byLanguage, LANGUAGES } from '#src/contract/languages.ts'
import { localizedOf } from '../../db/localized.ts'
import {
  clearMessages,
  currentMessage,
  MessageFile,
  NewMessage,
  setMessage,
} from '../../pages/system-message.ts'
import { issueLines } from '../command.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { shownTime } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, optional, whole, word } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { action, type Noun } from '../framework/noun.ts'
import type { Result } from '../framework/result.ts'
import { line } from '../terminal.ts'

const HOUR_MS = 3_600_000
const YEAR_HOURS = 8_760

export default {
  summary: 'The system message over every page',
  actions: {
    set: action({
      summary: 'Shows a message over every page, in place of the one before',
      options: {
        ...byLanguage(language => word('TEXT', `the message in "${language}"`)),
        error: flag('in the colour of a warning'),
        fixed: flag('it cannot be closed'),
        hours: optional(whole('N', 'it goes by itself after so many hours', { to: YEAR_HOURS })),
      },
      effect: 'changes',
      run: async ({ deps }, { error, fixed, hours, ...texts }) => {
        const message = NewMessage.safeParse({
          ...texts,
          isDismissable: !fixed,
          type: error ? 'error' : 'success',
          endsAt: hours === null ? null : new Date(deps.now().getTime() + hours * HOUR_MS),
        })
        if (!message.success) throw new UsageError(issueLines(message.error.issues))
        return shown(deps, message.data)
      },
    }),
    apply: action({
      summary: 'Shows the message of a file; its format is told in docs/home.md',
      args: { file: word('FILE', 'YAML or JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const { data, wrong } = readInputFile(file, MessageFile)
        const { fixed, ends_at, ...message } = data
        const endsAt = ends_at ? new Date(ends_at) : null
        if (endsAt && endsAt <= deps.now())
          throw wrong([{ path: ['ends_at'], message: 'is in the past' }])
        return shown(deps, { ...message, isDismissable: !fixed, endsAt })
      },
    }),
    show: action({
      summary: 'Shows which message stands over the pages',
      effect: 'reads',
      run: async ({ deps }) => {
        const found = await currentMessage(deps)
        if (!found) return { data: null, print: ['There is no message.'] }
        const { type, isDismissable, startsAt, endsAt } = found
        const texts = localizedOf(found, 'text')
        return {
          data: { ...texts, type, fixed: !isDismissable, starts_at: startsAt, ends_at: endsAt },
          print: [
            line`${type}${isDismissable ? '' : ', cannot be closed'}, since ${shownTime(startsAt)}, ${endsAt ? `until ${shownTime(endsAt)}` : 'without an end'}`,
            ...LANGUAGES.map(language => line`${language}: ${texts[language]}`),
          ],
        }
      },
    }),
    clear: action({
      summary: 'Takes the message away',
      effect: 'changes',
      run: async ({ deps }) => {
        const count = await clearMessages(deps)
        return {
          data: { cleared: count },
          print: [count > 0 ? 'The message is gone.' : 'There was no message.'],
          audit: { target: 'message' },
        }
      },
    }),
  },
} satisfies Noun

async function shown(deps: CommandDeps, message: NewMessage): Promise<Result> {
  await setMessage(deps, message)
  const { type, endsAt } = message
  return {
    data: message,
    print: ['The message stands over every page.'],
    audit: { target: 'message', details: { type, endsAt } },
  }
}
