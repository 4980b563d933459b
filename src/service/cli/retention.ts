/** npm run retention: deletes what is over its time, as the job does every hour. */
import { parseArgs } from 'node:util'
import { countDue } from '../retention/batch.ts'
import { enforceRetention } from '../retention/run.ts'
import { TASKS, type Task } from '../retention/tasks.ts'
import { command, commandLog, UsageError } from './command.ts'
import { row, say, sayJson } from './terminal.ts'

const USAGE = `Usage: npm run retention            deletes what is over its time (docs/retention.md), in small batches
       npm run retention -- --dry-run   only counts it

  --json   the same for programs`

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const
/** Until everything is done. */
const DAY_MS = 86_400_000

function read() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

const asked = process.argv.slice(2)
if (asked.includes('--help') || asked.includes('-h')) say(USAGE)
else
  await command(async ({ db }) => {
    const { 'dry-run': isDry, json } = read()
    const counts: Array<{ task: Task; rows: number }> = []
    let isComplete = true
    if (isDry) for (const task of TASKS) counts.push({ task, rows: await countDue(db, task) })
    else {
      const outcome = await enforceRetention({ db, log: commandLog() }, { budgetMs: DAY_MS })
      counts.push(...outcome.changed)
      isComplete = outcome.isComplete
    }
    if (json) {
      const rows = counts.map(({ task, rows }) => ({ row: task.name, action: task.action, rows }))
      return sayJson({ rows, changed: !isDry, complete: isComplete }) && isComplete
    }
    if (isDry) say('Nothing was changed. It would be:')
    for (const { task, rows } of counts) if (rows > 0) say(row(task.name, task.action, rows))
    say(`${counts.reduce((sum, { rows }) => sum + rows, 0)} row(s)`)
    if (!isComplete) say('Some rows are locked. Run it again.')
    return isComplete
  })
