/** npm run sms: notifications that were given up, and putting them back. */
import { parseArgs } from 'node:util'
import {
  type DeadNotification,
  deadNotifications,
  requeueNotifications,
} from '../notifications/delivery.queries.ts'
import { type CliDeps, command, UsageError } from './command.ts'
import { row, say, sayJson } from './terminal.ts'

const USAGE = `Usage: npm run sms -- list               notifications that were given up, the newest first
       npm run sms -- retry KEY …        sends these again, with all their attempts
       npm run sms -- retry --all        sends all of them again

  --kind KIND   only of this kind        --failure WHY   only those that failed so, such as number
  --dry-run     only shows what retry would send
  --json        the same for programs`

const OPTIONS = {
  all: { type: 'boolean', default: false },
  kind: { type: 'string' },
  failure: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function read() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS })
    const [name, ...keys] = positionals
    return { ...values, name, keys }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}
type Asked = ReturnType<typeof read>

await command(async deps => {
  const asked = read()
  if (asked.help) return say(USAGE)
  if (asked.name === 'list' && asked.keys.length === 0) return list(deps, asked)
  if (asked.name === 'retry' && asked.keys.length > 0 !== asked.all) return retry(deps, asked)
  throw new UsageError(USAGE)
})

async function matching(
  deps: CliDeps,
  { kind, failure, keys }: Asked,
): Promise<DeadNotification[]> {
  return (await deadNotifications(deps)).filter(
    message =>
      (kind === undefined || message.kind === kind) &&
      (failure === undefined || message.failure === failure) &&
      (keys.length === 0 || keys.includes(message.key)),
  )
}

async function list(deps: CliDeps, asked: Asked): Promise<true> {
  return show(await matching(deps, asked), asked.json)
}

async function retry(deps: CliDeps, asked: Asked): Promise<boolean> {
  const messages = await matching(deps, asked)
  const isDry = asked['dry-run']
  const keys = messages.map(({ key }) => key)
  const sent = new Set(isDry ? keys : await requeueNotifications(deps, keys))
  if (isDry && !asked.json) say('Nothing was changed. It would be:')
  show(
    messages.filter(({ key }) => sent.has(key)),
    asked.json,
  )
  const missing = asked.keys.filter(key => !sent.has(key))
  if (!asked.json) for (const key of missing) say(row(key, 'was not given up'))
  return missing.length === 0
}

/** Without the number and the text, which are not the operator's to read. */
function show(messages: readonly DeadNotification[], isJson: boolean): true {
  const shown = messages.map(({ key, kind, userId, attempts, failure, failureCode, deadAt }) => ({
    key,
    kind,
    user: userId,
    attempts,
    failure,
    code: failureCode,
    dead_at: deadAt.toISOString(),
  }))
  if (isJson) return sayJson({ messages: shown })
  for (const { key, kind, user, attempts, failure, code, dead_at } of shown)
    say(
      row(
        key,
        kind,
        user,
        dead_at.slice(0, 16).replace('T', ' '),
        `${attempts}`,
        `${failure}`,
        `${code ?? ''}`,
      ),
    )
  return say(`${shown.length} message(s)`)
}
