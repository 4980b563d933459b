/** What a page looks at before it loads anything of the session. */
import { barePath } from '../i18n/languages.ts'

/** Holds opaque ids alone, so that other tabs hear of another user or profile and of nothing else. */
export const CHANGED = 'session-of'
/** A notification left for the next page. */
export const PARKED = 'parked-notification'

const PERSONAL =
  /^\/(user|profile|login|register|tv|sso|packages|payment|tickets|dd-agreement)(\/|$)/

/** Pages that are somebody's: another tab's sign-in, sign-out or switch makes them another's. */
export const isPersonal = (path: string) => PERSONAL.test(barePath(path))
