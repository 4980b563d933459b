/** Lists the data stored about users and its treatment at an erasure: the rules of all rooms, in the order of erasure. */

import { accountsPersonalData, userPersonalData } from '../../accounts/stored-data.ts'
import { cataloguePersonalData } from '../../catalogue/stored-data.ts'
import { commercePersonalData } from '../../commerce/stored-data.ts'
import { communityPersonalData } from '../../community/stored-data.ts'
import type { PersonalData } from '../../platform/db/personal-data.ts'
import { platformPersonalData } from '../../platform/stored-data.ts'
import { watchingPersonalData } from '../../watching/stored-data.ts'
import { operationsPersonalData } from '../stored-data.ts'

/** A test fails for a table that refers to a user and is not listed here. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...userPersonalData,
  ...watchingPersonalData,
  ...communityPersonalData,
  ...cataloguePersonalData,
  ...platformPersonalData,
  ...commercePersonalData,
  ...operationsPersonalData,
  // Profiles come last, because rows that belong to profiles are found through them.
  ...accountsPersonalData,
]
