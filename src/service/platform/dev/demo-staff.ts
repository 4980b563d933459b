/** The demo's accounts of the console, which /dev lists with their current codes. */
import { STAFF_ROLES } from '../db/schema/staff.ts'
import { totpCode } from '../totp.ts'

export const DEMO_STAFF_PASSWORD = 'pardeh-demo-1404'
/** The secret of every authenticator of the demo, in base 32. */
export const DEMO_STAFF_SECRET = 'PARDEHPARDEHPARDEHPARDEHPARDEH22'

/** One account for each role, and a second administrator, who approves what another member asks for. */
export const DEMO_STAFF = [
  ...STAFF_ROLES.map(role => ({ email: `${role}@pardeh.example`, name: role, role })),
  { email: 'second@pardeh.example', name: 'second', role: 'admin' as const },
]

export function demoStaffCode(now: Date): string {
  return totpCode(DEMO_STAFF_SECRET, now)
}
