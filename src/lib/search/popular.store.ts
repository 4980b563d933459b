import { listPopularTitles } from '#src/contract/endpoints/search.ts'
import { api } from '../api/browser.ts'
import { createFetcherStore } from '../layout/global-data.store.ts'

/** Popular titles, loaded when the search opens. */
export const $popularTitles = createFetcherStore(['popular-titles'], {
  fetcher: () => api(listPopularTitles),
})
