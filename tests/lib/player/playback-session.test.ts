import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Api, CallOptions } from '#src/lib/api/client.ts'
import { CallFailed } from '#src/lib/api/failure.ts'
import { createPlaybackSession, toPlaybackFailure } from '#src/lib/player/playback-session.ts'

interface Call {
  name: string
  input: { params: Record<string, string>; body?: Record<string, unknown> }
  options: CallOptions
}

const target = { contentId: 'c1', fileId: 'f1', use: 'play' } as const
const descriptor = { lease_id: 'l1', manifest_url: '/m', expires_in: 300 } as PlaybackDescriptor

/** A session with a lease, whose calls are answered by endpoint name. */
function aSession(
  replies: Record<string, unknown> = {},
  first: PlaybackDescriptor | null = descriptor,
) {
  const calls: Call[] = []
  const api = (async ({ name }: { name: string }, input: Call['input'], options = {}) => {
    calls.push({ name, input, options })
    return replies[name]
  }) as unknown as Api
  return { session: createPlaybackSession(api, target, first), calls }
}

const beat = { renewed: true, lease_id: 'l1', manifest_url: '/renewed', expires_in: 60 }

describe('a playback session', () => {
  test('reports the position with its lease, and gets a renewed URL', async () => {
    const { session, calls } = aSession({ heartbeat: beat })
    expect(await session.sendHeartbeat(12, false)).toEqual({ url: '/renewed', expiresIn: 60 })
    expect(calls[0]?.input.body).toEqual({ current_time: 12, lease_id: 'l1', ended: false })
  })

  test('reports nothing without a lease, which trailers do not need', async () => {
    const { session, calls } = aSession({}, { ...descriptor, lease_id: null })
    expect(await session.sendHeartbeat(12, false)).toBeNull()
    session.end(12)
    expect(calls).toEqual([])
  })

  test('opens again if the heartbeat returns no URL', async () => {
    const reopened = { ...descriptor, manifest_url: '/reopened' }
    const { session } = aSession({
      heartbeat: { ...beat, manifest_url: null },
      getPlayback: reopened,
    })
    expect(await session.renewUrl(12)).toEqual({ url: '/reopened', expiresIn: 300 })
  })

  test('ends with a last report that outlives the page, and aborts the pending one', async () => {
    const { session, calls } = aSession({ heartbeat: beat })
    void session.sendHeartbeat(12, false)
    session.end(13)
    expect(calls[0]?.options.signal?.aborted).toBe(true)
    expect(calls[1]).toMatchObject({
      input: { body: { current_time: 13, ended: true } },
      options: { keepalive: true },
    })
  })

  test('releases a lease that arrives after the end', async () => {
    const { session, calls } = aSession({ getPlayback: descriptor }, null)
    const pending = session.open()
    session.end(0)
    await pending
    expect(calls.map(({ name }) => name)).toEqual(['getPlayback', 'endLease'])
  })
})

describe('a playback failure', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    [true, 'unavailable'],
    [false, 'offline'],
  ])('without a response, online %s, is %s', (onLine, kind) => {
    vi.stubGlobal('navigator', { onLine })
    expect(toPlaybackFailure(new CallFailed({ kind: 'no_response' }))).toMatchObject({ kind })
  })

  test('of the stream limit lists the running streams', () => {
    const leases = [{ lease_id: 'l2', title: 't', device: 'd', started_at: '', is_current: false }]
    const error = new CallFailed({
      kind: 'api_error',
      status: 403,
      result: 'stream_limit',
      code: 0,
      message: 'limit',
      nextUrl: undefined,
      retryAfter: undefined,
      errors: {},
      data: { leases },
    })
    expect(toPlaybackFailure(error)).toEqual({ kind: 'stream_limit', message: 'limit', leases })
  })
})
