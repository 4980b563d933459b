import { BY_OPERATOR, type Retention } from '../db/retention.ts'
import { artists, bundleItems, categories, credits, videoFiles } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import { keyValues } from '../db/schema/key-values.ts'

export const catalogueRetention: Retention[] = [
  {
    table: contents,
    stored: 'for ever; an import marks a missing title as removed',
    why: 'a removed title answers 410, and invoices name it',
  },
  { table: artists, stored: 'for ever; an import marks a missing artist', why: 'as titles' },
  { table: credits, with: contents, why: 'the catalogue' },
  { table: categories, stored: BY_OPERATOR, why: 'the catalogue' },
  { table: bundleItems, with: contents, why: 'the catalogue' },
  { table: videoFiles, with: contents, why: 'the catalogue' },
  { table: keyValues, stored: 'for ever', why: 'a few single values, such as the version' },
]
