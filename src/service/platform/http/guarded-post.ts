/** POST to a URL that an operator has entered, under the rules of guarded-get.ts. */
import { lookup as systemLookup } from 'node:dns'
import {
  type GuardedRequest,
  type Lookup,
  parseWebAddress,
  sendGuardedRequest,
} from './guarded-get.ts'

export type GuardedMessage = Required<Omit<GuardedRequest, 'method'>>
/** @returns the status; redirects are not followed, and the body of the reply is not read. @throws AddressBlocked, and network errors */
export type GuardedPost = (url: string, message: GuardedMessage) => Promise<number>

export function createGuardedPost(lookup: Lookup = systemLookup): GuardedPost {
  return async (address, message) => {
    const length = String(Buffer.byteLength(message.body))
    const headers = { ...message.headers, 'Content-Length': length }
    const request = { ...message, headers, method: 'POST' as const }
    const reply = await sendGuardedRequest(parseWebAddress(address), request, lookup)
    reply.destroy()
    return reply.statusCode ?? 0
  }
}
