/** npm run message: the system message over every page. */

import { parseArgs } from 'node:util'
import { byLanguage } from '#src/contract/languages.ts'
import { clearMessages, NewMessage, setMessage } from '../pages/system-message.ts'
import { command, issueLines, UsageError } from './command.ts'
import { say } from './terminal.ts'

const USAGE = `Usage: npm run message -- set --fa TEXT --en TEXT [--error] [--fixed] [--hours N]
         --error   in the colour of a warning; without it, of good news
         --fixed   it cannot be closed
         --hours   after so many it goes by itself
       npm run message -- clear`

await command(async deps => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...byLanguage(() => ({ type: 'string' as const })),
      error: { type: 'boolean', default: false },
      fixed: { type: 'boolean', default: false },
      hours: { type: 'string' },
    },
  })
  if (positionals[0] === 'clear') {
    const count = await clearMessages(deps)
    return say(count > 0 ? 'The message is gone.' : 'There was no message.')
  }
  if (positionals[0] !== 'set') throw new UsageError(USAGE)
  const hours = values.hours === undefined ? null : Number(values.hours)
  if (hours !== null && !(hours > 0)) throw new UsageError(`--hours is to be above 0.\n${USAGE}`)
  const message = NewMessage.safeParse({
    ...byLanguage(language => values[language]),
    isDismissable: !values.fixed,
    type: values.error ? 'error' : 'success',
    endsAt: hours === null ? null : new Date(deps.now().getTime() + hours * 3_600_000),
  })
  if (!message.success) throw new UsageError(`${issueLines(message.error.issues)}\n${USAGE}`)
  await setMessage(deps, message.data)
  return say('The message stands over every page.')
})
