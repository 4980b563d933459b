/**
 * Shows bookmarks, progress and primary actions in a cached page, with compact calls. Loaded for signed-in viewers
 * only.
 */
import type { Envelope } from '#src/contract/envelope.ts'
import { type MarksById, requestMarks } from './marks.ts'

/** Rows arrive one after another, so one call requests the marks of rows that arrive within this time. */
const TOGETHER_MS = 100
const arrived = new Set<Element>()

void showCardState(document)
addEventListener('pardeh:cards', ({ target }) => {
  if (arrived.size === 0) setTimeout(showArrived, TOGETHER_MS)
  arrived.add(target as Element)
})
// After a return from the player, the restored page shows outdated progress.
addEventListener('pageshow', event => {
  if (event.persisted) void updateMarks(document)
})

function showArrived(): void {
  const rows = [...arrived]
  arrived.clear()
  void showCardState(...rows)
}

async function showCardState(...parts: ParentNode[]): Promise<void> {
  const items = await updateMarks(...parts)
  const slots = items ? templateElements('.card-slot', parts) : []
  if (slots.length === 0) return
  const { addBookmarkButtons } = await import('./card-bookmarks.browser.ts')
  await addBookmarkButtons(slots, id => items?.[id]?.conditional_flag.includes('bookmark'))
}

async function updateMarks(...parts: ParentNode[]): Promise<MarksById | null> {
  const elements = templateElements('[data-content]', parts)
  const ids = elements.flatMap(({ dataset }) => dataset.content ?? [])
  const items = await requestMarks(ids, ask)
  if (!items) return null
  for (const element of elements) {
    const marks = items[element.dataset.content ?? '']
    if (!marks) continue
    element.toggleAttribute('data-bookmarked', marks.conditional_flag.includes('bookmark'))
    element.toggleAttribute('data-has-access', marks.conditional_flag.includes('has_access'))
  }
  const actions = elements.filter(({ dataset }) => dataset.primary)
  if (actions.length > 0) {
    const { showPrimaryActions } = await import('./primary-actions.browser.ts')
    await showPrimaryActions(actions, items)
  }
  const episodes = elements.filter(({ dataset }) => dataset.episode !== undefined)
  if (episodes.length > 0) {
    const { showEpisodeProgress } = await import('./episode-progress.browser.ts')
    await showEpisodeProgress(episodes, items)
  }
  return items
}

async function ask(ids: string[]): Promise<MarksById | null> {
  const reply = await fetch('/api/video-contents/conditional-props-compact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  }).catch(() => null)
  if (!reply?.ok) return null
  // If the page is left, the response ends within its body.
  const body = (await reply.json().catch(() => null)) as Partial<
    Envelope<{ items?: MarksById }>
  > | null
  return body?.data?.items ?? null
}

/** Cards in islands are excluded: React renders their state, and another node in them would break hydration. */
function templateElements(selector: string, parts: readonly ParentNode[]): HTMLElement[] {
  const all = parts.flatMap(part => [...part.querySelectorAll<HTMLElement>(selector)])
  return all.filter(element => !element.closest('astro-island'))
}
