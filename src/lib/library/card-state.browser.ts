/** Shows bookmarks and progress on the cards of a cached page, by one compact call. Loaded for signed-in viewers only. */

const IDS_MAX = 100

void showCardState()

async function showCardState(): Promise<void> {
  const cards = templateElements('[data-content]')
  const ids = [...new Set(cards.flatMap(({ dataset }) => dataset.content ?? []))].slice(0, IDS_MAX)
  if (ids.length === 0) return
  const reply = await fetch('/api/video-contents/conditional-props-compact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  }).catch(() => null)
  if (!reply?.ok) return
  const { data } = (await reply.json()) as {
    data: { items: Record<string, { conditional_flag: string[]; current_time: number }> }
  }
  for (const card of cards) {
    const state = data.items[card.dataset.content ?? '']
    if (!state) continue
    card.toggleAttribute('data-bookmarked', state.conditional_flag.includes('bookmark'))
    card.toggleAttribute('data-in-progress', state.current_time > 0)
  }
  const slots = templateElements('.card-slot')
  if (slots.length === 0) return
  const { addBookmarkButtons } = await import('./card-bookmarks.browser.ts')
  await addBookmarkButtons(slots, id => data.items[id]?.conditional_flag.includes('bookmark'))
}

/** Without the cards of islands: React renders their state, and another node in them would break its hydration. */
function templateElements(selector: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  return all.filter(element => !element.closest('astro-island'))
}

// Makes the file a module: it only runs.
export {}
