import { counted } from '#src/lib/text/count.ts'
import { countDue } from '../../retention/batch.ts'
import { enforceRetention } from '../../retention/run.ts'
import { TASKS, type Task } from '../../retention/tasks.ts'
import { action, type Noun } from '../framework/noun.ts'

/** Until everything is done. */
const DAY_MS = 86_400_000

export default {
  summary: 'Deletes what is over its time (docs/retention.md), as the job does every hour',
  only: action({
    summary: 'Deletes what is over its time, in small batches',
    effect: 'changes',
    transaction: 'own',
    run: async ({ deps, isDryRun }) => {
      const counts: Array<{ task: Task; rows: number }> = []
      let isComplete = true
      if (isDryRun)
        for (const task of TASKS) counts.push({ task, rows: await countDue(deps.db, task) })
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
          ...(isComplete ? [] : ['Some rows are locked. Run it again.']),
        ],
        isIncomplete: !isComplete,
        audit: { target: 'rows', details: { rows: total } },
      }
    },
  }),
} satisfies Noun
