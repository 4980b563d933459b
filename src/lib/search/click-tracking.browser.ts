/** A card that came from a search says so when it is opened (spec §2); the page need not wait for the answer. */
export function trackSearchClicks(): void {
  addEventListener('click', ({ target }) => {
    const card = (target as Element).closest?.<HTMLElement>('a[data-search-query]')
    const { content, searchQuery, searchPosition } = card?.dataset ?? {}
    if (!content || !searchQuery || searchPosition === undefined) return
    const query = new URLSearchParams({
      contentId: content,
      position: searchPosition,
      queryId: searchQuery,
    })
    fetch(`/api/search/click?${query}`, { keepalive: true }).catch(() => undefined)
  })
}
