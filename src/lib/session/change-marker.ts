/** Checks that a page makes before it loads any session code. */
import { barePath } from '../i18n/languages.ts'

/** localStorage key that holds only opaque ids. A write informs other tabs that the user or the profile changed. */
export const SESSION_CHANGE_KEY = 'session-of'

const PERSONAL =
  /^\/(user|profile|login|register|tv|sso|packages|payment|tickets|dd-agreement)(\/|$)/

/**
 * True for pages whose content belongs to one user: a sign-in, sign-out or profile switch in another tab makes them
 * outdated.
 */
export const isPersonalPage = (path: string) => PERSONAL.test(barePath(path))
