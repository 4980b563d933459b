/** How channels are: for operators. */
import type { Deps } from '../deps.ts'
import { allChannels, type Channel } from './channels.queries.ts'
import { channelAges } from './segments.queries.ts'

/**
 * `live`: its newest segment is new. `silent`: it is recorded, and the encoder sends nothing new. `failing`: its encoder or the media
 * store fails. `unrecorded`: no node records it.
 */
export type ChannelState = 'live' | 'silent' | 'failing' | 'unrecorded'

/** Of target durations: older than that, a player at the edge stands still. */
const SILENT_AFTER = 3
const MS = 1_000

export async function channelStates({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const [channels, ages] = await Promise.all([allChannels(db), channelAges(db)])
  return channels.map(({ channel, content }) => {
    const age = ages.find(({ channelId }) => channelId === channel.id)
    const ageMs = age && Math.max(0, now().getTime() - age.newestEnd.getTime())
    return {
      ...{ channel, content, state: stateOf(channel, ageMs ?? null, now()) },
      ageSeconds: ageMs === undefined ? null : Math.round(ageMs / MS),
      missing: age?.missing ?? 0,
      recordedSeconds: Math.round(age?.recordedSeconds ?? 0),
    }
  })
}

export function stateOf(
  { leaseUntil, failure, targetSeconds }: Channel,
  ageMs: number | null,
  now: Date,
): ChannelState {
  if (leaseUntil === null || leaseUntil < now) return 'unrecorded'
  if (failure !== null) return 'failing'
  return ageMs !== null && ageMs <= SILENT_AFTER * targetSeconds * MS ? 'live' : 'silent'
}
