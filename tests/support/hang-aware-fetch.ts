/** Calls to the fake bank that fail as soon as the bank hangs, so that no test waits for a timeout and no other call runs into one. */
import { HANG_HEADER } from '#src/service/platform/adapters/payments/fake-bank/faults.ts'

/** Calls `fetch`. If the fake bank reports a hang, the call fails as if the caller's own timeout had passed. */
export const hangAwareFetch: typeof fetch = async (input, init) => {
  const hang = new AbortController()
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
  headers.set(HANG_HEADER, 'report')
  const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), hang.signal])
  const reply = await fetch(input, { ...init, headers, signal })
  const kind = reply.headers.get(HANG_HEADER)
  if (!kind) return reply
  // A reply that arrives in drops fails while its body is read.
  hang.abort(new DOMException('the bank hangs', 'TimeoutError'))
  if (kind === 'silence') throw hang.signal.reason
  return reply
}
