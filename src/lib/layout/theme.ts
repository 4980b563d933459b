import { barePath } from '../i18n/languages.ts'
import { KIDS_CATEGORY, LIGHT_CATEGORY } from '../routes.ts'

const LIGHT = new RegExp(
  `^/(packages|dd-agreement|payment|tickets|categories/(${KIDS_CATEGORY}|${LIGHT_CATEGORY}))(/|$)`,
)

/**
 * Returns light for the pages of spec §2 and dark for all others. The path decides, so the theme needs no storage and
 * never flashes.
 */
export function themeFor(pathname: string): 'dark' | 'light' {
  return LIGHT.test(barePath(pathname)) ? 'light' : 'dark'
}
