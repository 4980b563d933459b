/** The retention of the tables of this room, and their data about a person. */

import { ofProfiles, type PersonalData } from '../platform/db/personal-data.ts'
import { BY_OPERATOR, type Retention } from '../platform/db/retention.ts'
import {
  artists,
  bundleItems,
  categories,
  credits,
  videoFiles,
} from '../platform/db/schema/catalogue.ts'
import { contents } from '../platform/db/schema/contents.ts'
import { keyValues } from '../platform/db/schema/key-values.ts'
import { searchClicks, searchQueries } from '../platform/db/schema/search.ts'

export const catalogueRetention: Retention[] = [
  {
    table: searchQueries,
    expiries: [{ from: searchQueries.createdAt, after: { days: 90 } }],
    why: 'ranking, and demand for titles; a search text may contain personal data',
  },
  { table: searchClicks, with: searchQueries, why: 'ranking' },
  {
    table: contents,
    stored: 'for ever; an import marks a missing title as removed',
    why: 'a removed title returns 410, and invoices refer to it',
  },
  { table: artists, stored: 'for ever; an import marks a missing artist', why: 'as titles' },
  { table: credits, with: contents, why: 'the catalogue' },
  { table: categories, stored: BY_OPERATOR, why: 'the catalogue' },
  { table: bundleItems, with: contents, why: 'the catalogue' },
  { table: videoFiles, with: contents, why: 'the catalogue' },
  { table: keyValues, stored: 'for ever', why: 'a few single values, such as the version' },
]

export const cataloguePersonalData: PersonalData[] = [
  {
    table: searchClicks,
    of: ofProfiles(searchClicks.profileId),
    erasure: 'keeps',
    why: 'ranks results, without the profile',
    sets: () => ({ profileId: null }),
  },
]
