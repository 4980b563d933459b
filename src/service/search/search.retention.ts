import { type Retention, storedWith } from '../db/retention.ts'
import { searchClicks, searchQueries } from '../db/schema/search.ts'

export const searchRetention: Retention[] = [
  {
    table: searchQueries,
    expiries: [{ from: searchQueries.createdAt, after: { days: 90 } }],
    why: 'ranking, and what people look for; a search text may hold personal data',
  },
  { table: searchClicks, stored: storedWith('search_queries'), why: 'ranking' },
]
