import { doublePrecision, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

// How far long commands are, for /metrics of the nodes: they run in processes of their own. One row for a command and its task; the
// next run of the same replaces it.
export const commandRuns = pgTable(
  'command_runs',
  {
    command: text('command').notNull(),
    task: text('task').notNull(),
    /** Of the run that may write the row. */
    runId: text('run_id').notNull(),
    done: doublePrecision('done').notNull().default(0),
    /** In the unit of `done`; 0 where it is unknown. */
    total: doublePrecision('total').notNull().default(0),
    startedAt: moment('started_at').notNull().defaultNow(),
    progressAt: moment('progress_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    outcome: text('outcome', { enum: ['done', 'failed'] }),
  },
  t => [
    primaryKey({ columns: [t.command, t.task] }),
    index('command_runs_by_progress').on(t.progressAt),
  ],
)
