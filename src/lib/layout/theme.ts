import { barePath } from '../i18n/languages.ts'
import { KIDS_CATEGORY, LIGHT_CATEGORY } from '../routes.ts'

const LIGHT = new RegExp(
  `^/(packages|dd-agreement|payment|tickets|categories/(${KIDS_CATEGORY}|${LIGHT_CATEGORY}))(/|$)`,
)

/** Light on the pages that spec §2 names, dark everywhere else. A function of the path: no flash, no storage. */
export function themeFor(pathname: string): 'dark' | 'light' {
  return LIGHT.test(barePath(pathname)) ? 'light' : 'dark'
}
