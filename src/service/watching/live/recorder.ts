/**
 * Records the channels. One node records each channel and holds its lease in the database. Viewers get the stored
 * segments, so the encoder sends every segment once, whatever the number of viewers. If a node dies, its lease expires
 * and another node continues.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { MediaStoreError } from '../../platform/adapters/media-store/media-store.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import {
  type Channel,
  findChannelById,
  hasChannels,
  LEASE_RENEW_MS,
  liveStreamKey,
  releaseChannels,
  renewChannelLease,
  saveFailure,
  saveRenditions,
  takeChannels,
} from './channels.queries.ts'
import { loadRenditions } from './check-source.ts'
import { LiveError } from './live-error.ts'
import {
  type RecordDeps,
  type Recording,
  recordingLease,
  recordRendition,
  removeOldSegments,
} from './record.ts'
import {
  removeFilesOfEndedChannels,
  removeStreamFiles,
  removeUnnamedFiles,
} from './unnamed-files.ts'

export type Recorder = { stop: () => Promise<void> }
type RecorderDeps = RecordDeps & Pick<Deps, 'log'>

const TAKE_EVERY_MS = 2_000
/** Interval of a service without channels: the first channel is recorded this late. */
const NO_CHANNELS_MS = 30_000
/** Number of rounds after which a node asks again if there are channels. */
const ROUNDS = 30
/** Share of the target duration between two rounds; players poll at the same rate. */
const POLL_SHARE = 0.5
const POLL_MIN_MS = 500
/** Interval while an encoder fails: fewer requests, but a fast recovery. */
const FAILING_MS = 2_000
const CLEAN_EVERY_MS = 60_000
const SWEEP_EVERY_MS = DAY_MS
/** More than an encoder uses at a time. */
const INITS = 100

export function startRecorder(deps: RecorderDeps): Recorder {
  const recorder = newId()
  const stopped = new AbortController()
  const running = new Set<Promise<void>>()
  let isFailing = false
  let roundsLeft = 0

  async function take(): Promise<void> {
    while (!stopped.signal.aborted) {
      if (roundsLeft === 0) {
        const isNeeded = await hasChannels(deps.db).catch(() => true)
        if (isNeeded) roundsLeft = ROUNDS
        else await pause(NO_CHANNELS_MS, stopped.signal)
        continue
      }
      roundsLeft--
      const channels = await takeChannels(deps.db, recorder).catch(error => {
        if (!isFailing) deps.log.warn({ err: error }, 'live channels could not be taken')
        return null
      })
      isFailing = channels === null
      for (const channel of channels ?? []) {
        const recording: Promise<void> = record(
          deps,
          { channel, recorder, inits: new LRUCache({ max: INITS }) },
          stopped.signal,
        )
          .catch(error => deps.log.warn({ err: error, channel: channel.id }, 'recording ended'))
          .finally(() => running.delete(recording))
        running.add(recording)
      }
      await pause(TAKE_EVERY_MS, stopped.signal)
    }
  }

  async function sweep(): Promise<void> {
    while (!stopped.signal.aborted) {
      await removeFilesOfEndedChannels(deps).catch(error =>
        deps.log.warn({ err: error }, 'files of removed channels could not be deleted'),
      )
      await pause(SWEEP_EVERY_MS, stopped.signal)
    }
  }

  const work = [take(), sweep()]
  return {
    async stop() {
      stopped.abort()
      await Promise.all([...work, ...running])
      await releaseChannels(deps.db, recorder).catch(error =>
        deps.log.warn({ err: error }, 'live channels could not be released'),
      )
    },
  }
}

/** Records until another node has the lease, or this node stops. */
async function record(deps: RecorderDeps, first: Recording, signal: AbortSignal): Promise<void> {
  let recording = first
  let hasLease = true
  const holding = new AbortController()
  const isCurrent = () => hasLease && !signal.aborted
  const renewing = renew()
  try {
    await removeUnnamedFiles(deps, recording.channel.id)
    for (let cleanedAt = 0; isCurrent(); ) {
      const startedAt = performance.now()
      const failure = await round(deps, recording, isCurrent)
      await saveFailure(deps.db, recordingLease(recording), failure)
      if (failure !== null) await refreshRenditions(deps, recording)
      if (startedAt - cleanedAt > CLEAN_EVERY_MS) {
        await removeOldSegments(deps, recording.channel)
        cleanedAt = startedAt
      }
      const every = failure === null ? pollMs(recording.channel) : FAILING_MS
      await pause(every - (performance.now() - startedAt), signal)
    }
  } finally {
    hasLease = false
    holding.abort()
    await renewing
    // The channel was removed meanwhile, so files stored since then belong to nothing.
    if (!signal.aborted && !(await findChannelById(deps.db, first.channel.id)))
      await removeStreamFiles(deps.store, liveStreamKey(first.channel.id))
  }

  async function renew() {
    const either = AbortSignal.any([signal, holding.signal])
    while (isCurrent()) {
      await pause(LEASE_RENEW_MS, either)
      if (!isCurrent()) return
      const row = await renewChannelLease(deps.db, recordingLease(recording)).catch(() => null)
      if (row) recording = { ...recording, channel: row }
      else hasLease = false
    }
  }
}

function pollMs({ targetSeconds }: Channel): number {
  return Math.max(POLL_MIN_MS, targetSeconds * POLL_SHARE * 1_000)
}

/** Runs one round. @returns the failure for the operator, or null */
async function round(
  deps: RecorderDeps,
  recording: Recording,
  isCurrent: () => boolean,
): Promise<string | null> {
  const { renditions } = recording.channel
  const done = await Promise.allSettled(
    renditions.map(rendition => recordRendition(deps, recording, rendition, isCurrent)),
  )
  for (const result of done) {
    if (result.status === 'fulfilled') continue
    const { reason } = result
    if (reason instanceof LiveError) return reason.message
    deps.log.warn(
      { err: reason, channel: recording.channel.id },
      'a live segment could not be stored',
    )
    return reason instanceof MediaStoreError ? 'The media store fails.' : 'The recorder fails.'
  }
  return null
}

/** A restarted encoder may have other URLs. */
async function refreshRenditions(deps: RecorderDeps, recording: Recording): Promise<void> {
  const { channel } = recording
  try {
    const now = await loadRenditions(deps, channel)
    if (!now || JSON.stringify(now.renditions) === JSON.stringify(channel.renditions)) return
    if (await saveRenditions(deps.db, recordingLease(recording), now)) Object.assign(channel, now)
  } catch (error) {
    if (!(error instanceof LiveError)) throw error
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, ms), undefined, { signal, ref: false }).catch(() => undefined)
}
