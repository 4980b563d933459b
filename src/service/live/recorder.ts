/**
 * Records the channels. Each channel is recorded by one node, which holds its lease in the database; viewers get what is stored, so that
 * the encoder sends every segment once however many watch. A node that dies loses its lease, and another goes on.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { MediaStoreError } from '../adapters/media-store/media-store.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import {
  type Channel,
  channelById,
  LEASE_RENEW_MS,
  noteFailure,
  releaseChannels,
  renewLease,
  saveRenditions,
  streamOf,
  takeChannels,
} from './channels.queries.ts'
import { loadRenditions } from './check-source.ts'
import { LiveError } from './live-error.ts'
import { leaseOf, type RecordDeps, type Recording, recordRendition, removeOld } from './record.ts'
import { removeEnded, removeStream, removeUnnamed } from './unnamed-files.ts'

export type Recorder = { stop: () => Promise<void> }
type RecorderDeps = RecordDeps & Pick<Deps, 'log'>

const TAKE_EVERY_MS = 2_000
/** Of the target duration between two rounds: a player would ask as often. */
const POLL_SHARE = 0.5
const POLL_MIN_MS = 500
/** While an encoder fails: it is asked less, and is heard of soon once it is back. */
const FAILING_MS = 2_000
const CLEAN_EVERY_MS = 60_000
const SWEEP_EVERY_MS = 24 * 60 * 60_000
/** More than an encoder has at a time. */
const INITS = 100

export function startRecorder(deps: RecorderDeps): Recorder {
  const recorder = newId()
  const stopped = new AbortController()
  const running = new Set<Promise<void>>()
  let isFailing = false

  async function take(): Promise<void> {
    while (!stopped.signal.aborted) {
      const channels = await takeChannels(deps.db, recorder).catch(error => {
        if (!isFailing) deps.log.warn({ err: error }, 'live channels cannot be taken')
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
      await removeEnded(deps).catch(error =>
        deps.log.warn({ err: error }, 'files of removed channels are not deleted'),
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
        deps.log.warn({ err: error }, 'live channels are not released'),
      )
    },
  }
}

/** Until the lease is another's, or the node stops. */
async function record(deps: RecorderDeps, first: Recording, signal: AbortSignal): Promise<void> {
  let recording = first
  let hasLease = true
  const holding = new AbortController()
  const isCurrent = () => hasLease && !signal.aborted
  const renewing = renew()
  try {
    await removeUnnamed(deps, recording.channel.id)
    for (let cleanedAt = 0; isCurrent(); ) {
      const startedAt = performance.now()
      const failure = await round(deps, recording, isCurrent)
      await noteFailure(deps.db, leaseOf(recording), failure)
      if (failure !== null) await refreshRenditions(deps, recording)
      if (startedAt - cleanedAt > CLEAN_EVERY_MS) {
        await removeOld(deps, recording.channel)
        cleanedAt = startedAt
      }
      const every = failure === null ? pollMs(recording.channel) : FAILING_MS
      await pause(every - (performance.now() - startedAt), signal)
    }
  } finally {
    hasLease = false
    holding.abort()
    await renewing
    // A channel that was removed meanwhile: what was stored since then has no name.
    if (!signal.aborted && !(await channelById(deps.db, first.channel.id)))
      await removeStream(deps.store, streamOf(first.channel.id))
  }

  async function renew() {
    const either = AbortSignal.any([signal, holding.signal])
    while (isCurrent()) {
      await pause(LEASE_RENEW_MS, either)
      if (!isCurrent()) return
      const row = await renewLease(deps.db, leaseOf(recording)).catch(() => null)
      if (row) recording = { ...recording, channel: row }
      else hasLease = false
    }
  }
}

function pollMs({ targetSeconds }: Channel): number {
  return Math.max(POLL_MIN_MS, targetSeconds * POLL_SHARE * 1_000)
}

/** @returns why it failed, for the operator; null where nothing did */
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
    deps.log.warn({ err: reason, channel: recording.channel.id }, 'a live segment is not stored')
    return reason instanceof MediaStoreError ? 'The media store fails.' : 'The recorder fails.'
  }
  return null
}

/** An encoder that starts again may have other URLs. */
async function refreshRenditions(deps: RecorderDeps, recording: Recording): Promise<void> {
  const { channel } = recording
  try {
    const now = await loadRenditions(deps, channel)
    if (!now || JSON.stringify(now.renditions) === JSON.stringify(channel.renditions)) return
    if (await saveRenditions(deps.db, leaseOf(recording), now)) Object.assign(channel, now)
  } catch (error) {
    if (!(error instanceof LiveError)) throw error
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, ms), undefined, { signal, ref: false }).catch(() => undefined)
}
