import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { maxAgeOfViewer } from '../access/age-rating.ts'
import type { Deps, Viewer } from '../deps.ts'
import { continuePage } from '../library/continue-watching.queries.ts'

const SHOWN = 18

/** Where a profile stopped, newest first, a series once. */
export async function continueWatching(
  deps: Deps,
  viewer: Viewer | null,
  language: Language,
): Promise<ContentCard[]> {
  if (!viewer?.profile) return []
  const owner = { profileId: viewer.profile.id, maxAge: maxAgeOfViewer(viewer), language }
  const { items } = await continuePage(deps, owner, { offset: 0, count: SHOWN })
  return items
}
