/** The tables of pg-boss. It deletes their rows itself, as src/service/jobs/jobs.ts says. */
export const QUEUE = [
  {
    tables: ['job', 'job_common'],
    stored: 'a day after a job ended, 14 days while it waits',
    why: 'tells what failed; holds ids only',
  },
  {
    tables: ['queue', 'schedule', 'version'],
    stored: 'for ever',
    why: 'one row for each kind of job',
  },
  {
    tables: ['bam', 'job_dependency', 'queue_stats', 'subscription', 'warning'],
    stored: 'nothing: they are not used',
    why: 'pg-boss creates them',
  },
]
