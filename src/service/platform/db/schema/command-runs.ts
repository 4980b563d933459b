import { doublePrecision, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timeColumn } from './columns.ts'

// Progress of long commands, for /metrics of the nodes: commands run in separate processes. There is one row per command and task,
// which the next run replaces.
export const commandRuns = pgTable(
  'command_runs',
  {
    command: text('command').notNull(),
    task: text('task').notNull(),
    /** Id of the run that may write the row. */
    runId: text('run_id').notNull(),
    done: doublePrecision('done').notNull().default(0),
    /** Total in the unit of `done`; 0 if it is unknown. */
    total: doublePrecision('total').notNull().default(0),
    startedAt: timeColumn('started_at').notNull().defaultNow(),
    progressAt: timeColumn('progress_at').notNull().defaultNow(),
    endedAt: timeColumn('ended_at'),
    outcome: text('outcome', { enum: ['done', 'failed'] }),
  },
  t => [
    primaryKey({ columns: [t.command, t.task] }),
    index('command_runs_by_progress').on(t.progressAt),
  ],
)
