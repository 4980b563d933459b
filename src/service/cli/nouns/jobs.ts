import { counted } from '#src/lib/text/count.ts'
import {
  type FailedJob,
  failedJobs,
  jobKinds,
  retryFailedJobs,
} from '../../jobs/job-log.queries.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, optional, several, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { names } from '../terminal.ts'

const name = optional(word('NAME', 'only jobs of this name'))

export default {
  summary: 'What the service does by itself: the queue, what failed, and running it again',
  actions: {
    list: action({
      summary: 'Shows each kind of job: when it runs, how many wait, run and failed',
      effect: 'reads',
      run: async ({ deps }) => {
        const kinds = await jobKinds(deps.db)
        return {
          data: kinds.map(({ lastEndedAt, ...kind }) => ({ ...kind, last_ended_at: lastEndedAt })),
          print: [
            {
              columns: [
                ...[{ name: 'job' }, { name: 'schedule' }],
                ...['waiting', 'running', 'failed'].map(name => ({ name, align: 'end' as const })),
                { name: 'last ended' },
              ],
              rows: kinds.map(({ name, cron, waiting, running, failed, lastEndedAt }) => [
                ...[name, cron, waiting, running, failed, lastEndedAt],
              ]),
            },
            kinds.length === 0
              ? 'No node has run on this database yet.'
              : `${counted(kinds.length, 'kind')} of job; the schedule is in Tehran's time`,
          ],
        }
      },
    }),
    failed: action({
      summary: 'Shows the jobs of the last day that were given up, the newest first, and why',
      options: { name },
      effect: 'reads',
      run: async ({ deps }, { name }) => {
        const jobs = await failedJobs(deps.db, name)
        return { data: { jobs: jobs.map(toWire) }, print: table(jobs) }
      },
    }),
    retry: action({
      summary: 'Runs failed jobs again, once more each',
      args: { id: optional(several(word('ID', 'as failed shows them')), []) },
      options: { all: flag('all of them'), name },
      effect: 'changes',
      run: async ({ deps }, { id: ids, all, name }) => {
        if (all === ids.length > 0) throw new UsageError('Give the ids, or --all.')
        const found = (await failedJobs(deps.db, name)).filter(({ id }) => all || ids.includes(id))
        const due = new Set(
          await retryFailedJobs(
            deps.db,
            found.map(({ id }) => id),
          ),
        )
        const jobs = found.filter(({ id }) => due.has(id))
        const unneeded = found.length - jobs.length
        const missing = ids.filter(id => !found.some(job => job.id === id))
        return {
          data: { jobs: jobs.map(toWire), unneeded, missing },
          print: [
            ...table(jobs),
            ...(unneeded > 0 ? [`${unneeded} more are done by one that waits or runs.`] : []),
            ...(missing.length > 0 ? [`These have not failed: ${names(missing)}`] : []),
          ],
          isIncomplete: missing.length > 0,
          audit: { target: 'jobs', details: { count: jobs.length } },
        }
      },
    }),
  },
} satisfies Noun

function toWire({ failedAt, ...job }: FailedJob) {
  return { ...job, failed_at: failedAt }
}

function table(jobs: readonly FailedJob[]): Part[] {
  return [
    {
      columns: ['id', 'job', 'attempts', 'failed', 'why'].map(name => ({ name })),
      rows: jobs.map(({ id, name, attempts, failedAt, error }) => [
        ...[id, name, attempts, failedAt, error],
      ]),
    },
    counted(jobs.length, 'job'),
  ]
}
