import { counted } from '#src/lib/text/count.ts'
import {
  type FailedJob,
  listFailedJobs,
  listJobKinds,
  retryFailedJobs,
} from '../../jobs/job-log.queries.ts'
import { UsageError } from '../framework/errors.ts'
import { flagField, optional, repeatedField, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { endColumns, startColumns } from '../framework/table.ts'
import { joinNames } from '../terminal.ts'

const name = optional(textField('NAME', 'only jobs with this name'))

export default {
  actions: {
    list: defineAction({
      summary: 'Lists each kind of job, its schedule, and how many wait, run and failed',
      effect: 'reads',
      run: async ({ deps }) => {
        const kinds = await listJobKinds(deps.db)
        return {
          data: kinds.map(({ lastEndedAt, ...kind }) => ({ ...kind, last_ended_at: lastEndedAt })),
          print: [
            {
              columns: [
                { name: 'job' },
                { name: 'schedule' },
                ...endColumns('waiting', 'running', 'failed'),
                { name: 'last ended' },
              ],
              rows: kinds.map(({ name, cron, waiting, running, failed, lastEndedAt }) => [
                name,
                cron,
                waiting,
                running,
                failed,
                lastEndedAt,
              ]),
            },
            kinds.length === 0
              ? 'No node has run on this database yet.'
              : `${counted(kinds.length, 'kind')} of job; schedules are in Tehran time`,
          ],
        }
      },
    }),
    failed: defineAction({
      summary: 'Lists jobs of the last day that failed for good, newest first, with the reason',
      options: { name },
      effect: 'reads',
      run: async ({ deps }, { name }) => {
        const jobs = await listFailedJobs(deps.db, name)
        return { data: { jobs: jobs.map(toWire) }, print: table(jobs) }
      },
    }),
    retry: defineAction({
      summary: 'Runs failed jobs again, once each',
      args: {
        id: optional(repeatedField(textField('ID', 'ids that ./pardeh jobs failed shows')), []),
      },
      options: { all: flagField('all failed jobs'), name },
      effect: 'changes',
      run: async ({ deps }, { id: ids, all, name }) => {
        if (all === ids.length > 0) throw new UsageError('Give ids, or --all.')
        const found = (await listFailedJobs(deps.db, name)).filter(
          ({ id }) => all || ids.includes(id),
        )
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
            ...(unneeded > 0
              ? [`${unneeded} more are covered by a job that already waits or runs.`]
              : []),
            ...(missing.length > 0 ? [`No failed job has these ids: ${joinNames(missing)}`] : []),
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
      columns: startColumns('id', 'job', 'attempts', 'failed', 'why'),
      rows: jobs.map(({ id, name, attempts, failedAt, error }) => [
        id,
        name,
        attempts,
        failedAt,
        error,
      ]),
    },
    counted(jobs.length, 'job'),
  ]
}
