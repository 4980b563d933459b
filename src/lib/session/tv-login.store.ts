// Sign-in of a TV: shows a code, polls every few seconds, and requests a new code when one expires.
import { atom, type ReadableAtom } from 'nanostores'
import { pollRemoteAccess, startRemoteAccess } from '#src/contract/endpoints/session.ts'
import type { Device } from '#src/contract/fields.ts'
import type { Api } from '../api/client.ts'
import { toFailure } from '../api/failure.ts'
import { createProver } from './proof-of-work.ts'

type TvState =
  | { kind: 'starting' }
  | { kind: 'waiting'; code: string; expiresAt: number }
  | { kind: 'failed' }
  | { kind: 'in' }
type TvLogin = { $tv: ReadableAtom<TvState>; start: () => Promise<void>; stop: () => void }
type Options = {
  api: Api
  device: () => Device
  now: () => number
  /** Resolves to false if it was aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<boolean>
  onSignedIn?: () => void
}

export function createTvLogin({ api, device, now, wait, onSignedIn }: Options): TvLogin {
  const $tv = atom<TvState>({ kind: 'starting' })
  let abort = new AbortController()
  // No progress is shown: the page shows that it waits for a code.
  const prover = createProver(() => undefined)

  async function start(): Promise<void> {
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    try {
      while (!signal.aborted && (await oneCode(signal)) === 'expired');
    } catch {
      if (!signal.aborted) $tv.set({ kind: 'failed' })
    }
  }

  async function oneCode(signal: AbortSignal): Promise<'in' | 'expired'> {
    const { code, poll_token, expires_in, interval } = await prover.run(proof =>
      api(startRemoteAccess, { body: { device: device() } }, proof),
    )
    const expiresAt = now() + expires_in * 1000
    $tv.set({ kind: 'waiting', code, expiresAt })
    while (now() < expiresAt && (await wait(interval * 1000, signal))) {
      const answer = await poll(poll_token)
      if (answer === 'gone') return 'expired'
      if (answer !== 'in') continue
      onSignedIn?.()
      $tv.set({ kind: 'in' })
      return 'in'
    }
    return 'expired'
  }

  /** After a lost response it polls again. */
  async function poll(poll_token: string): Promise<'in' | 'pending' | 'gone'> {
    try {
      const reply = await api(pollRemoteAccess, { params: { poll_token } })
      return 'user' in reply ? 'in' : 'pending'
    } catch (error) {
      const failure = toFailure(error)
      return failure.kind === 'api_error' && failure.status !== 429 ? 'gone' : 'pending'
    }
  }

  return {
    $tv,
    start,
    stop() {
      abort.abort()
      prover.cancel()
    },
  }
}
