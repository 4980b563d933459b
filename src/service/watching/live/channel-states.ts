/** States of channels, for operators. */
import type { Deps } from '../../platform/deps.ts'
import { type Channel, listChannels } from './channels.queries.ts'
import { channelAges } from './segments.queries.ts'

/**
 * `live`: its newest segment is recent. `silent`: it is recorded, but the encoder sends nothing new. `failing`: its
 * encoder or the media store fails. `unrecorded`: no node records it.
 */
type ChannelState = 'live' | 'silent' | 'failing' | 'unrecorded'

/** Age limit of the newest segment in target durations: above it, a player at the live edge stalls. */
const SILENT_AFTER = 3
const MS = 1_000

export async function channelStates({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const [channels, ages] = await Promise.all([listChannels(db), channelAges(db)])
  return channels.map(({ channel, content }) => {
    const age = ages.find(({ channelId }) => channelId === channel.id)
    const ageMs = age && Math.max(0, now().getTime() - age.newestEnd.getTime())
    return {
      channel,
      content,
      state: channelState(channel, ageMs ?? null, now()),
      ageSeconds: ageMs === undefined ? null : Math.round(ageMs / MS),
      missing: age?.missing ?? 0,
      recordedSeconds: Math.round(age?.recordedSeconds ?? 0),
    }
  })
}

export function channelState(
  { leaseUntil, failure, targetSeconds }: Channel,
  ageMs: number | null,
  now: Date,
): ChannelState {
  if (leaseUntil === null || leaseUntil < now) return 'unrecorded'
  if (failure !== null) return 'failing'
  return ageMs !== null && ageMs <= SILENT_AFTER * targetSeconds * MS ? 'live' : 'silent'
}
