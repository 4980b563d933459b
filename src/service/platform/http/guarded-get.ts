/**
 * GET of a URL from outside, such as those in adverts, protected against server-side request forgery: it only connects to public
 * addresses. The address is checked when the connection is made, so that DNS rebinding does not help an attacker.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isAddress, isLinkLocal, isPublicAddress } from './address.ts'
import { BodyTooLong, readBoundedBytes } from './bounded.ts'

export type Guard = {
  /** Origins of the operator's own servers, which may be private: `http://adverts.internal:8080`. */
  allowedOrigins: readonly string[]
  /** Aborts the request with all its redirects. */
  signal: AbortSignal
  /** Maximum size of the body in bytes; with 0 it is not read. */
  maxBytes: number
  /** Required Content-Type. */
  type?: RegExp
  headers?: Record<string, string>
}
export type GuardedReply = { status: number; text: string }
/** The raw body, and the URL that sent it, to which relative URLs in it refer. */
type GuardedBytes = { status: number; bytes: Buffer<ArrayBuffer>; url: string }
/** @throws AddressBlocked, TooLong, and network errors */
export type GuardedGet = (url: string, guard: Guard) => Promise<GuardedReply>
/** @throws AddressBlocked, TooLong, and network errors */
export type GuardedRead = (url: string, guard: Guard) => Promise<GuardedBytes>

/** The request is not allowed. The message contains no URL, since those of adverts contain tokens. */
export class AddressBlocked extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'AddressBlocked'
  }
}

export type Lookup = (
  host: string,
  options: { all: true; family?: number },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

const REDIRECTS = 3
const HEADER_BYTES = 16_384

export function createGuardedGet(lookup: Lookup = systemLookup): GuardedGet {
  const get = createGuardedRead(lookup)
  return async (address, guard) => {
    const { status, bytes } = await get(address, guard)
    return { status, text: bytes.toString('utf8') }
  }
}

export function createGuardedRead(lookup: Lookup = systemLookup): GuardedRead {
  return async (address, guard) => {
    let url = parseWebAddress(address)
    for (let left = REDIRECTS; ; left--) {
      const reply = await sendGuardedRequest(url, guard, lookup)
      const { statusCode: status = 0, headers } = reply
      if (status < 300 || status > 399 || !headers.location)
        return { ...(await read(reply, guard)), url: url.href }
      reply.destroy()
      if (left === 0) throw new AddressBlocked('too many redirects')
      url = parseWebAddress(headers.location, url)
    }
  }
}

export function parseWebAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new AddressBlocked('not an http or https URL')
  if (url.username || url.password) throw new AddressBlocked('a URL with credentials')
  return url
}

export type GuardedRequest = Pick<Guard, 'allowedOrigins' | 'signal'> & {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** Sends one request without following redirects. The caller must read or destroy the response. */
export function sendGuardedRequest(
  url: URL,
  { allowedOrigins, signal, method = 'GET', headers = {}, body }: GuardedRequest,
  lookup: Lookup,
): Promise<IncomingMessage> {
  const isOwn = allowedOrigins.includes(url.origin)
  const { isAllowed, why } = isOwn ? OWN : PUBLIC
  if (isAddress(url.hostname) && !isAllowed(url.hostname))
    return Promise.reject(new AddressBlocked(why))
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((done, failed) => {
    const sent = request(url, {
      agent: false,
      method,
      signal,
      maxHeaderSize: HEADER_BYTES,
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', ...headers },
      lookup: screened(lookup, { isAllowed, why }),
    })
    sent.once('response', done).once('error', failed).end(body)
  })
}

type Screen = { isAllowed: (address: string) => boolean; why: string }
const PUBLIC: Screen = { isAllowed: isPublicAddress, why: 'not a public address' }
/** Rule for the operator's own servers, which may be private. Link-local addresses belong to cloud metadata services. */
const OWN: Screen = {
  isAllowed: address => !isLinkLocal(address),
  why: 'a link-local address',
}

/** Returns a DNS lookup that fails if one of the addresses of a name is not allowed. */
function screened(lookup: Lookup, { isAllowed, why }: Screen): LookupFunction {
  return (host, { all, family }, done) => {
    lookup(host, { all: true, family: Number(family ?? 0) }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new AddressBlocked('host not found'), '')
      if (!found.every(({ address }) => isAllowed(address)))
        return done(new AddressBlocked(why), '')
      if (all) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}

async function read(
  reply: IncomingMessage,
  { maxBytes, type }: Guard,
): Promise<Omit<GuardedBytes, 'url'>> {
  const { statusCode: status = 0, headers } = reply
  try {
    if (maxBytes === 0) return { status, bytes: Buffer.alloc(0) }
    if (type && status < 300 && !type.test(headers['content-type'] ?? ''))
      throw new AddressBlocked('an unexpected content type')
    if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
      throw new AddressBlocked('a compressed body')
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLong()
    return { status, bytes: await readBoundedBytes(reply, maxBytes) }
  } finally {
    reply.destroy()
  }
}
