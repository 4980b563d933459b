/** Requests to the encoder of a channel, under the rules of http/guarded-get.ts. */
import { extname } from 'node:path'
import type { Deps } from '../../platform/deps.ts'
import { isAddress, isLinkLocal, isPublicAddress } from '../../platform/http/address.ts'
import { AddressBlocked } from '../../platform/http/guarded-get.ts'
import { LiveError } from './live-error.ts'
import { pathWithoutQuery, type SourceFile } from './source-playlists.ts'

/** URL of the encoder; `isPrivate` allows addresses in the operator's own network. */
export type Encoder = { url: string; isPrivate: boolean }
export type EncoderDeps = Pick<Deps, 'guardedRead'>

const URL_MAX = 2_000
const PLAYLIST_BYTES = 4 * 1024 * 1024
const SEGMENT_BYTES = 64 * 1024 * 1024
const PLAYLIST_MS = 5_000
const SEGMENT_MS = 20_000
/** File types allowed for segments and initialisation sections; media-types.ts has their media types. */
const EXTENSIONS = ['.ts', '.m4s', '.mp4', '.m4a', '.aac', '.vtt']

/** Returns why the URL cannot feed a channel, or null if it can. */
export function encoderUrlProblem({ url: text, isPrivate }: Encoder): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || text.length > URL_MAX)
    return 'it is not an http or https URL'
  if (url.username || url.password)
    return 'it contains a password, which would be stored in plain text'
  if (isLinkLocal(url.hostname)) return 'its address is link-local'
  if (isPrivate) return null
  if (url.hostname === 'localhost' || (isAddress(url.hostname) && !isPublicAddress(url.hostname)))
    return 'its address is not public; use --private for an encoder in your own network'
  return null
}

/**
 * Loads a playlist.
 * @returns the playlist and the base URL of its addresses
 * @throws LiveError
 */
export async function loadPlaylist(deps: EncoderDeps, encoder: Encoder, url: string) {
  const { bytes, url: base } = await read(deps, encoder, { url, range: null }, 'playlist')
  return { text: bytes.toString('utf8'), base }
}

/** Loads a file. @throws LiveError */
export async function loadFile(deps: EncoderDeps, encoder: Encoder, file: SourceFile) {
  const { bytes } = await read(deps, encoder, file, 'segment')
  if (bytes.length === 0) throw new LiveError('A segment of the encoder is empty.')
  return bytes
}

/** Returns the extension. @throws LiveError for a type that players do not support */
export function segmentExtension({ url }: Pick<SourceFile, 'url'>): string {
  const extension = extname(pathWithoutQuery(url)).toLowerCase()
  if (EXTENSIONS.includes(extension)) return extension
  throw new LiveError(
    `Players do not support this type of segment: file names must end in ${EXTENSIONS.join(', ')}.`,
  )
}

async function read(
  { guardedRead }: EncoderDeps,
  encoder: Encoder,
  { url, range }: SourceFile,
  what: 'playlist' | 'segment',
) {
  const isPlaylist = what === 'playlist'
  try {
    const reply = await guardedRead(url, {
      allowedOrigins: encoder.isPrivate ? [new URL(encoder.url).origin] : [],
      signal: AbortSignal.timeout(isPlaylist ? PLAYLIST_MS : SEGMENT_MS),
      maxBytes: isPlaylist ? PLAYLIST_BYTES : SEGMENT_BYTES,
      headers: range ? { Range: `bytes=${range.start}-${range.end}` } : {},
    })
    if (reply.status === (range ? 206 : 200)) return reply
    if (!range || reply.status !== 200)
      throw new LiveError(`The encoder returned status ${reply.status} for a ${what}.`)
    return { ...reply, bytes: reply.bytes.subarray(range.start, range.end + 1) }
  } catch (error) {
    throw error instanceof LiveError ? error : new LiveError(reasonOf(error, what))
  }
}

function reasonOf(error: unknown, what: string): string {
  const { name, code } = error as NodeJS.ErrnoException
  if (error instanceof AddressBlocked) return `The encoder's ${what} is blocked: ${error.message}.`
  if (name === 'TooLong') return `A ${what} of the encoder is too large.`
  if (name === 'TimeoutError' || name === 'AbortError')
    return `The encoder did not send a ${what} in time.`
  return `The encoder cannot be reached (${code ?? name}).`
}
