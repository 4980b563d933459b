import type { Retention } from '../db/retention.ts'
import { searchClicks, searchQueries } from '../db/schema/search.ts'

export const searchRetention: Retention[] = [
  {
    table: searchQueries,
    expiries: [{ from: searchQueries.createdAt, after: { days: 90 } }],
    why: 'ranking, and what people look for; a search text may hold personal data',
  },
  { table: searchClicks, with: searchQueries, why: 'ranking' },
]
