import { getSelf } from '#src/contract/endpoints/session.ts'
import { api } from '../api/browser.ts'
import { showAccountArea } from '../layout/account-area.browser.ts'

/** Updates the header's account area after a purchase: the HTTP layer renews the `state` cookie with this response. */
export async function refreshUser(): Promise<void> {
  await api(getSelf).then(showAccountArea, () => undefined)
}
