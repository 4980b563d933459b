import type { Retention } from '../db/retention.ts'
import { commandRuns } from '../db/schema/command-runs.ts'

export const jobsRetention: Retention[] = [
  {
    table: commandRuns,
    expiries: [{ from: commandRuns.progressAt, after: { days: 30 } }],
    why: 'how far an import or an ingest is; names a file or a title',
  },
]
