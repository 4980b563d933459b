/** The storage period of every row: the rules of all rooms. docs/retention.md is generated from them. */

import { accountsRetention } from '../../accounts/stored-data.ts'
import { catalogueRetention } from '../../catalogue/stored-data.ts'
import { commerceRetention } from '../../commerce/stored-data.ts'
import { communityRetention } from '../../community/stored-data.ts'
import type { Retention } from '../../platform/db/retention.ts'
import { platformRetention } from '../../platform/stored-data.ts'
import { storefrontRetention } from '../../storefront/stored-data.ts'
import { watchingRetention } from '../../watching/stored-data.ts'
import { operationsRetention } from '../stored-data.ts'

/** Add the rules of a new room here; a test fails for a table without a rule. */
export const RETENTION: readonly Retention[] = [
  ...accountsRetention,
  ...watchingRetention,
  ...communityRetention,
  ...catalogueRetention,
  ...commerceRetention,
  ...storefrontRetention,
  ...platformRetention,
  ...operationsRetention,
]
