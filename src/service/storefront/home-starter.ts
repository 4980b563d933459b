/** The home page with which editors begin: the rows that the site shows without one. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { Deps } from '../platform/deps.ts'
import { findExternalIds } from './editorial.ts'
import { homePage, STARTER_ROWS } from './home.ts'
import { exportHome } from './home-export.ts'
import { applyHome, HomeFile } from './home-file.ts'

/** Gives editors the automatic home page as their own, with the titles of its banner. Returns null if they have one. */
export async function startHome(deps: Deps): Promise<HomeFile | null> {
  if (await exportHome(deps, 'home')) return null
  const audience = { language: DEFAULT_LANGUAGE, maxAge: null, viewer: null }
  const banner = (await homePage(deps, audience)).find(({ type }) => type === 'banner')
  const externalIds = await findExternalIds(
    deps,
    (banner?.items ?? []).map(({ id }) => id),
  )
  const file = HomeFile.parse({
    widgets: [
      ...(externalIds.length > 0 ? [{ type: 'banner', external_ids: externalIds }] : []),
      ...STARTER_ROWS.map(({ id: _, ...row }) => row),
    ],
  })
  await applyHome(deps, file)
  return file
}
