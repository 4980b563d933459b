/** The place of each flag on cards and on the page of a title. */
import type { Flag } from '#src/contract/content.ts'

/**
 * Where pages show each flag: above or below the picture of a card, or among the qualities of a title. `rule` flags have no label: they
 * decide what a page offers. In each place the flags are listed in the order in which they are preferred. A new flag does not compile
 * before it has a place here.
 */
const PLACES = {
  persian_dub: 'top',
  audio_book: 'top',
  cinema_online: 'top',
  exclusive_dub: 'top',
  in_production: 'top',
  coming_soon: 'bottom',
  traffic_free: 'bottom',
  free_content: 'bottom',
  hd: 'quality',
  '4k': 'quality',
  multi_audio: 'quality',
  has_subtitle: 'quality',
  age_restricted: 'rule',
  bookmark: 'rule',
  carrier_specific: 'rule',
  content_has_ticket: 'rule',
  has_access: 'rule',
  iran_access: 'rule',
  latest: 'rule',
  live: 'rule',
  playable: 'rule',
  selected: 'rule',
} as const satisfies Record<Flag, 'top' | 'bottom' | 'quality' | 'rule'>

type FlagAt<Place> = keyof {
  [Name in Flag as (typeof PLACES)[Name] extends Place ? Name : never]: true
}
export type TopFlag = FlagAt<'top'>
export type BottomFlag = FlagAt<'bottom'>
type Place = (typeof PLACES)[Flag]

/** Returns the flags of a title that are shown at `place`, the preferred one first. */
export function flagsAt<P extends Place>(place: P, flags: readonly Flag[]): FlagAt<P>[] {
  const names = Object.keys(PLACES) as Flag[]
  return names.filter((name): name is FlagAt<P> => PLACES[name] === place && flags.includes(name))
}

/** Returns the flag at the top of a card, if the title has one of them. */
export function topFlag(flags: readonly Flag[]): TopFlag | undefined {
  return flagsAt('top', flags)[0]
}

/** Returns the flag at the bottom of a card, if the title has one of them. */
export function bottomFlag(flags: readonly Flag[]): BottomFlag | undefined {
  return flagsAt('bottom', flags)[0]
}
