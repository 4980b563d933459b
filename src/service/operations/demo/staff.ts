import { hashSecret } from '../../accounts/session/password.ts'
import { staffAccounts } from '../../platform/db/schema/staff.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  DEMO_STAFF,
  DEMO_STAFF_PASSWORD,
  DEMO_STAFF_SECRET,
} from '../../platform/dev/demo-staff.ts'
import { newId } from '../../platform/ids.ts'
import { seal } from '../staff/sealed.ts'

/** Creates the accounts of the console. */
export async function seedStaff(deps: Deps): Promise<void> {
  const passwordHash = await hashSecret(DEMO_STAFF_PASSWORD, deps.random)
  const rows = DEMO_STAFF.map(member => ({
    id: newId(),
    ...member,
    passwordHash,
    totpSecret: seal(deps, DEMO_STAFF_SECRET),
    activeSince: deps.now(),
    createdAt: deps.now(),
  }))
  await deps.db.insert(staffAccounts).values(rows).onConflictDoNothing()
}
