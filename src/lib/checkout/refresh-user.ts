// After a purchase the header's account area tells of it at once: the HTTP layer writes the `state` cookie anew.
import { getSelf } from '#src/contract/endpoints/session.ts'
import { api } from '../api/browser.ts'
import { showAccountArea } from '../layout/account-area.browser.ts'

api(getSelf).then(showAccountArea, () => undefined)
