/** The retention of the tables of this room, and their data about a person. */

import { BY_OPERATOR, type Retention } from '../platform/db/retention.ts'
import {
  globalLinks,
  homeWidgets,
  plannedPages,
  systemMessages,
} from '../platform/db/schema/pages.ts'

export const storefrontRetention: Retention[] = [
  { table: homeWidgets, stored: BY_OPERATOR, why: 'the layout of pages' },
  { table: globalLinks, stored: BY_OPERATOR, why: 'the links of the header' },
  {
    table: plannedPages,
    expiries: [{ from: plannedPages.startsAt, after: { days: 30 } }],
    why: 'pages that begin at a time, and those that began lately',
  },
  { table: systemMessages, stored: BY_OPERATOR, why: 'messages on every page' },
]
