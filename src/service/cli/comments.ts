/** npm run comments: moderation. */
import { parseArgs } from 'node:util'
import { hideComment, listForModeration, showComment } from '../comments/moderation.ts'
import { command, UsageError } from './command.ts'
import { block, line, say } from './terminal.ts'

const USAGE = `Usage: npm run comments -- list [--reported]     the most reported first, then the newest
       npm run comments -- hide ID [REASON]
       npm run comments -- show ID`

await command(async ({ db, now }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reported: { type: 'boolean', default: false } },
  })
  const [name, id = '', reason = ''] = positionals
  if (name === 'list') {
    const rows = await listForModeration(db, values.reported)
    for (const row of rows)
      say(`${line`${row.id}  ${row.reports} report(s)  ${row.title}`}\n${block(row.text)}`)
    return say(`${rows.length} comment(s)`)
  }
  if (name !== 'hide' && name !== 'show') throw new UsageError(USAGE)
  const isDone =
    name === 'hide' ? await hideComment(db, id, reason, now()) : await showComment(db, id)
  if (!isDone) throw new UsageError(line`There is no comment ${id}.`)
  return say(name === 'hide' ? 'Hidden.' : 'Shown again.')
})
