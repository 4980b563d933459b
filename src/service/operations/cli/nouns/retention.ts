import { counted } from '#src/lib/text/count.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { countExpiredRows } from '../../retention/batch.ts'
import { enforceRetention } from '../../retention/run.ts'
import { TASKS, type Task } from '../../retention/tasks.ts'
import { defineAction, type Noun } from '../framework/noun.ts'

/** A command has no time limit in practice: it runs until all rows are done. */

export default {
  only: defineAction({
    summary: 'Deletes personal data whose storage period has ended, in small batches',
    effect: 'changes',
    transaction: 'own',
    run: async ({ deps, isDryRun }) => {
      const counts: Array<{ task: Task; rows: number }> = []
      let isComplete = true
      if (isDryRun)
        for (const task of TASKS) counts.push({ task, rows: await countExpiredRows(deps.db, task) })
      else {
        const outcome = await enforceRetention(deps, { budgetMs: DAY_MS })
        counts.push(...outcome.changed)
        isComplete = outcome.isComplete
      }
      const total = counts.reduce((sum, { rows }) => sum + rows, 0)
      const due = counts.filter(({ rows }) => rows > 0)
      return {
        data: {
          rows: counts.map(({ task, rows }) => ({ row: task.name, action: task.action, rows })),
          complete: isComplete,
        },
        print: [
          {
            columns: [{ name: 'row' }, { name: 'action' }, { name: 'rows', align: 'end' }],
            rows: due.map(({ task, rows }) => [task.name, task.action, rows]),
          },
          counted(total, 'row'),
          ...(isComplete ? [] : ['Some rows are locked. Run the command again.']),
        ],
        isIncomplete: !isComplete,
        audit: { target: 'rows', details: { rows: total } },
      }
    },
  }),
} satisfies Noun
