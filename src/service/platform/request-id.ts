/** Id of the current request: in the log, at banks, and with slow queries. */
import { AsyncLocalStorage } from 'node:async_hooks'

export const REQUEST_ID_HEADER = 'X-Request-Id'
/** A UUID, 32 hexadecimal digits as nginx makes them, or a short word that cannot contain a mobile number. */
const REQUEST_ID =
  /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{32}|(?!.*\d{7})[\w=-]{1,32})$/i
const ids = new AsyncLocalStorage<string>()

export function withRequestId<T>(id: string, run: () => T): T {
  return ids.run(id, run)
}

/** Returns the id of the current request; undefined in jobs and commands. */
export function currentRequestId(): string | undefined {
  return ids.getStore()
}

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}
