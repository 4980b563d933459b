/** What a page checks before it loads any session code. */
import { barePath } from '../i18n/languages.ts'

/** localStorage key that holds opaque ids only: a write tells other tabs that the user or the profile changed. */
export const SESSION_CHANGE_KEY = 'session-of'

const PERSONAL =
  /^\/(user|profile|login|register|tv|sso|packages|payment|tickets|dd-agreement)(\/|$)/

/** Pages whose content belongs to one user: a sign-in, sign-out or profile switch in another tab makes them stale. */
export const isPersonalPage = (path: string) => PERSONAL.test(barePath(path))
