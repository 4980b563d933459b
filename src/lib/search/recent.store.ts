import { persistentJSON } from '@nanostores/persistent'

const MAX_RECENT = 6

/** The recent searches of this browser; never sent anywhere. */
export const $recentSearches = persistentJSON<readonly string[]>('recent-searches', [])

export function saveRecentSearch(text: string): void {
  const clean = text.trim()
  if (clean)
    $recentSearches.set(
      [clean, ...$recentSearches.get().filter(earlier => earlier !== clean)].slice(0, MAX_RECENT),
    )
}

export function clearRecentSearches(): void {
  $recentSearches.set([])
}
