import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed, type Failure } from '#src/lib/api/failure.ts'
import { createKeepAlive } from '#src/lib/player/keep-alive.ts'
import type { PlaybackFailure, PlaybackSession } from '#src/lib/player/playback-session.ts'

afterEach(() => vi.unstubAllGlobals())

/** A stream whose renewal fails. */
function aStream(failure: Failure) {
  vi.stubGlobal('navigator', { onLine: true })
  const rejections: PlaybackFailure[] = []
  const session = { renewUrl: () => Promise.reject(new CallFailed(failure)) }
  const keepAlive = createKeepAlive({
    session: session as unknown as PlaybackSession,
    everySeconds: 10,
    playbackPosition: () => 20,
    onRenewed: () => expect.unreachable(),
    onRejected: rejection => rejections.push(rejection),
  })
  return { keepAlive, rejections }
}

test('a link that ended with its stream is reported with the reason of the service', async () => {
  const { keepAlive, rejections } = aStream({
    kind: 'api_error',
    status: 409,
    result: 'stream_stopped',
    message: 'stopped',
    data: null,
  } as Failure)
  await expect(keepAlive.renewUrl()).rejects.toThrow(CallFailed)
  expect(rejections).toMatchObject([{ kind: 'stream_stopped', message: 'stopped' }])
})

test('a lost connection is not a reason of the service, so the failure of the request is shown', async () => {
  const { keepAlive, rejections } = aStream({ kind: 'no_response' })
  await expect(keepAlive.renewUrl()).rejects.toThrow(CallFailed)
  expect(rejections).toEqual([])
})
