/** Uploads of this browser. They are kept outside the screens, so that they continue while a member works elsewhere in the console. */
import { useSyncExternalStore } from 'react'
import { DetailedError, Upload } from 'tus-js-client'
import { staffLanguage } from '../../language.ts'

export type VideoKind = 'primary' | 'trailer' | 'preview'
export type Sending = {
  /** `offline` tries again automatically; `stopped` waits for the member. */
  state: 'sending' | 'paused' | 'offline' | 'stopped' | 'sent'
  content: string
  kind: VideoKind
  filename: string
  sent: number
  total: number
  /** The id that the server gave; empty before its first reply. */
  id: string
  /** A word of the server, such as `disk_full`, or its message. */
  reason: string | null
  message: string | null
}
type Entry = { view: Sending; upload: Upload }

/** A piece fits the body limit of the console and of a usual proxy. */
const PIECE_BYTES = 4 * 1024 * 1024
/** Pauses before a lost connection is tried again: about ten minutes together. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, ...Array.from({ length: 20 }, () => 30_000)]
const BUSY = [409, 423, 429]

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
const keyOf = (content: string, kind: VideoKind) => `${kind} ${content}`

function change(key: string, values: Partial<Sending>): void {
  const entry = entries.get(key)
  if (!entry) return
  entry.view = { ...entry.view, ...values }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSending(content: string, kind: VideoKind): Sending | null {
  return useSyncExternalStore(subscribe, () => entries.get(keyOf(content, kind))?.view ?? null)
}

/** Sends a file, or continues where an earlier page stopped sending the same one. */
export async function sendVideo(content: string, kind: VideoKind, file: File): Promise<void> {
  const key = keyOf(content, kind)
  const upload = new Upload(file, {
    endpoint: '/api/uploads',
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    headers: { 'Accept-Language': staffLanguage() },
    metadata: { content, kind, filename: file.name },
    onShouldRetry: error => {
      const status = error.originalResponse?.getStatus() ?? 0
      const willRetry = status === 0 || status >= 500 || BUSY.includes(status)
      if (willRetry) change(key, { state: 'offline', ...refusalIn(error) })
      return willRetry
    },
    onUploadUrlAvailable: () => change(key, { id: upload.url?.split('/').at(-1) ?? '' }),
    onProgress: (sent, total) =>
      change(key, { state: 'sending', sent, total, reason: null, message: null }),
    onError: error => change(key, { state: 'stopped', ...refusalIn(error) }),
    onSuccess: () => change(key, { state: 'sent' }),
  })
  const view: Sending = {
    ...{ content, kind },
    state: 'sending',
    filename: file.name,
    sent: 0,
    total: file.size,
    id: '',
    reason: null,
    message: null,
  }
  entries.set(key, { view, upload })
  change(key, {})
  const earlier = (await upload.findPreviousUploads()).filter(
    ({ metadata }) => metadata.content === content && metadata.kind === kind,
  )
  const last = earlier.toSorted((a, b) => a.creationTime.localeCompare(b.creationTime)).at(-1)
  if (last) upload.resumeFromPreviousUpload(last)
  upload.start()
}

export function pauseSending({ content, kind }: Sending): void {
  const key = keyOf(content, kind)
  void entries.get(key)?.upload.abort()
  change(key, { state: 'paused' })
}

export function resumeSending({ content, kind }: Sending): void {
  const key = keyOf(content, kind)
  change(key, { state: 'sending', reason: null, message: null })
  entries.get(key)?.upload.start()
}

/** Forgets an upload here. The server removes it by the action `video.cancel`. */
export function forgetSending(content: string, kind: VideoKind): void {
  const key = keyOf(content, kind)
  void entries.get(key)?.upload.abort()
  entries.delete(key)
  for (const listener of listeners) listener()
}

function refusalIn(error: unknown): Pick<Sending, 'reason' | 'message'> {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : ''
  try {
    const { error: reply } = JSON.parse(body) as {
      error: { message: string; details?: { reason?: string } }
    }
    return { reason: reply.details?.reason ?? null, message: reply.message }
  } catch {
    return { reason: null, message: null }
  }
}

const isUnsent = ({ view }: Entry) => view.state !== 'sent'

// A page that closes stops its uploads; they continue when the same file is chosen again.
addEventListener('beforeunload', event => {
  if ([...entries.values()].some(isUnsent)) event.preventDefault()
})
addEventListener('online', () => {
  for (const { view } of entries.values())
    if (view.state === 'stopped' && view.reason === null) resumeSending(view)
})
