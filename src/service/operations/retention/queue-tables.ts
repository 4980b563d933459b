/** The tables of pg-boss, which deletes their rows itself; see src/service/platform/jobs/jobs.ts. */
export const QUEUE = [
  {
    tables: ['job', 'job_common'],
    stored: 'a day after a job ended, 14 days while it waits',
    why: 'shows what failed; contains only ids',
  },
  {
    tables: ['queue', 'schedule', 'version'],
    stored: 'forever',
    why: 'one row for each kind of job',
  },
  {
    tables: ['bam', 'job_dependency', 'queue_stats', 'subscription', 'warning'],
    stored: 'nothing: they are not used',
    why: 'pg-boss creates them',
  },
]
