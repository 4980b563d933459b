import { byLanguage } from '#src/contract/languages.ts'
import { clearMessages, NewMessage, setMessage } from '../../pages/system-message.ts'
import { issueLines } from '../command.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, optional, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'

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
        await setMessage(deps, message.data)
        return {
          data: message.data,
          print: ['The message stands over every page.'],
          audit: { target: 'message', details: { ...texts, hours } },
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
