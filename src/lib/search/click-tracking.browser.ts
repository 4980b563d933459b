/** Reports clicks on search results (spec §2) without delaying the navigation. Loaded if a page has results. */
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

export {}
