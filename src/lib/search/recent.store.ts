import { persistentJSON } from '@nanostores/persistent'
import { computed } from 'nanostores'
import { $session } from '../session/session.store.ts'

const MAX_RECENT = 6

/** By the id of the profile; empty for a visitor. A list instead is of a version that knew no profiles. */
type Stored = Readonly<Record<string, readonly string[]>> | readonly string[]
const $stored = persistentJSON<Stored>('recent-searches', {})

/** The recent searches of this profile in this browser; never sent anywhere, and never shown to another profile. */
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
