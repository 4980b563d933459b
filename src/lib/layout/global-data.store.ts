import { nanoquery } from '@nanostores/query'
import { getGlobalData } from '#src/contract/endpoints/pages.ts'
import { DATA_DEDUPE_MS, DATA_REFRESH_MS } from '#src/contract/limits.ts'
import { api } from '../api/browser.ts'

/**
 * Data shared by islands: deduplicated for five minutes, refreshed after thirty, never refetched on focus or reconnect
 * (spec §9).
 */
export const [createFetcherStore, createMutatorStore] = nanoquery({
  dedupeTime: DATA_DEDUPE_MS,
  revalidateInterval: DATA_REFRESH_MS,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})

export const $globalData = createFetcherStore(['global-data'], {
  fetcher: () => api(getGlobalData),
})
