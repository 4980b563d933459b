import type { Retention } from './retention.ts'
import { listCounts } from './schema/list-counts.ts'

export const dbRetention: Retention[] = [
  {
    table: listCounts,
    stored: 'until the list is empty',
    why: 'how many rows a list has; holds ids only',
  },
]
