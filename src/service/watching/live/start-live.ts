/** Starts the recorder of this node, and the metrics of channels. */
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import type { Deps } from '../../platform/deps.ts'
import { listChannels } from './channels.queries.ts'
import { startRecorder } from './recorder.ts'
import { channelAges } from './segments.queries.ts'

/** Starts recording. @returns the function that stops it */
export function startLive(deps: Deps): () => Promise<void> {
  registerLiveGauges(deps)
  const store = openMediaStore(deps.env, 'visitors')
  return startRecorder({ ...deps, store }).stop
}

export function registerLiveGauges({ db, metrics, now }: Pick<Deps, 'db' | 'metrics' | 'now'>) {
  metrics.gauge(
    'pardeh_live_segment_age_seconds',
    'Seconds since the newest segment of a live channel ended; above three target durations playback stalls',
    'channel',
    async () =>
      Object.fromEntries(
        (await channelAges(db)).map(({ channelId, newestEnd }) => [
          channelId,
          Math.max(0, (now().getTime() - newestEnd.getTime()) / 1_000),
        ]),
      ),
  )
  metrics.gauge(
    'pardeh_live_missing_segments',
    'Segments in the window of a live channel that its encoder listed but did not send',
    'channel',
    async () =>
      Object.fromEntries(
        (await channelAges(db)).map(({ channelId, missing }) => [channelId, missing]),
      ),
  )
  metrics.gauge(
    'pardeh_live_recording',
    '1 if a node records the live channel and its last round succeeded',
    'channel',
    async () =>
      Object.fromEntries(
        (await listChannels(db)).map(({ channel: { id, leaseUntil, failure } }) => [
          id,
          leaseUntil !== null && leaseUntil > now() && failure === null ? 1 : 0,
        ]),
      ),
  )
}
