/** What is personal about the cards of a session-free page: one compact call, only for who is signed in. */

const MOST = 100

export async function showCardState(): Promise<void> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-content]')]
  const ids = [...new Set(cards.flatMap(({ dataset }) => dataset.content ?? []))].slice(0, MOST)
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
    const marks = data.items[card.dataset.content ?? '']
    if (!marks) continue
    card.toggleAttribute('data-bookmarked', marks.conditional_flag.includes('bookmark'))
    card.toggleAttribute('data-in-progress', marks.current_time > 0)
  }
  const places = [...document.querySelectorAll<HTMLElement>('.card-slot')]
  if (places.length === 0) return
  const { addBookmarkButtons } = await import('./card-bookmarks.browser.ts')
  await addBookmarkButtons(places, id => data.items[id]?.conditional_flag.includes('bookmark'))
}
