// Updates the header's account area after a purchase: the HTTP layer renews the `state` cookie with this response.
import { getSelf } from '#src/contract/endpoints/session.ts'
import { api } from '../api/browser.ts'
import { showAccountArea } from '../layout/account-area.browser.ts'

api(getSelf).then(showAccountArea, () => undefined)
