import { BY_OPERATOR, type Retention } from '../db/retention.ts'
import { globalLinks, homeWidgets, systemMessages } from '../db/schema/pages.ts'

export const pagesRetention: Retention[] = [
  { table: homeWidgets, stored: BY_OPERATOR, why: 'the layout of pages' },
  { table: globalLinks, stored: BY_OPERATOR, why: 'the links of the header' },
  { table: systemMessages, stored: BY_OPERATOR, why: 'messages on every page' },
]
