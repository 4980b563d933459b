import { computed } from 'nanostores'
import { $session } from '../session/session.store.ts'
import { persistentJSON } from '../storage/persistent.ts'

const MAX_RECENT = 6

/** Searches by profile id; the id is empty for a visitor. An older version without profiles stored a list. */
type Stored = Readonly<Record<string, readonly string[]>> | readonly string[]
const $stored = persistentJSON<Stored>('recent-searches', {})

/** Recent searches of this profile in this browser. They are never sent anywhere and never shown to another profile. */
export const $recentSearches = computed(
  [$stored, $session],
  (stored, { profile }) => byProfile(stored)[profile?.id ?? ''] ?? [],
)

export function saveRecentSearch(text: string): void {
  const clean = text.trim()
  if (!clean) return
  const earlier = $recentSearches.get().filter(each => each !== clean)
  store([clean, ...earlier].slice(0, MAX_RECENT))
}

export function clearRecentSearches(): void {
  store([])
}

function store(texts: readonly string[]): void {
  const id = $session.get().profile?.id ?? ''
  $stored.set({ ...byProfile($stored.get()), [id]: texts })
}

function byProfile(stored: Stored): Readonly<Record<string, readonly string[]>> {
  return isList(stored) ? {} : stored
}

const isList = (stored: Stored): stored is readonly string[] => Array.isArray(stored)
