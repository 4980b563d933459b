/** Parses playlists of an encoder, and rewrites the multivariant one with our URLs. Pure functions. */
import { type ParsedSegment, Parser } from 'm3u8-parser'
import type { LiveRendition } from '../../platform/db/schema/live.ts'
import { LiveError } from './live-error.ts'

export type SourceFile = { url: string; range: { start: number; end: number } | null }
export type SourceSegment = SourceFile & {
  /** Number assigned by the encoder. */
  sequence: number
  seconds: number
  /** Start time according to the encoder. */
  at: Date | null
  isDiscontinuity: boolean
  init: SourceFile | null
}
export type MediaPlaylist = {
  targetSeconds: number
  hasEnded: boolean
  segments: SourceSegment[]
}
export type Multivariant = { manifest: string; renditions: LiveRendition[]; codecs: string[] }

const RENDITIONS_MAX = 20
/** Name of the only rendition of an encoder without a multivariant playlist, which would name the bandwidth. */
const SINGLE_RENDITION = 'r0'

export function isMultivariant(text: string): boolean {
  return /^#EXT-X-STREAM-INF:/m.test(text)
}

/**
 * Returns the same playlist with `r0/index.m3u8` and so on instead of the encoder's URLs.
 * @throws LiveError
 */
export function parseMultivariant(text: string, base: string): Multivariant {
  requirePlaylist(text)
  requirePlain(text)
  const renditions: LiveRendition[] = []
  const codecs = new Set<string>()
  const localUri = (uri: string) => {
    const url = absolute(uri, base)
    const known = renditions.find(rendition => rendition.url === url)
    const name = known?.name ?? `r${renditions.length}`
    if (!known) renditions.push({ name, url })
    return `${name}/index.m3u8`
  }
  const lines: string[] = []
  for (const line of text.split(/\r?\n/).map(each => each.trim())) {
    if (line === '') continue
    if (!line.startsWith('#')) lines.push(localUri(line))
    else if (line.startsWith('#EXT-X-MEDIA:'))
      lines.push(line.replace(/URI="([^"]*)"/, (_, uri: string) => `URI="${localUri(uri)}"`))
    else if (TAGS.some(tag => line.startsWith(tag))) lines.push(line)
    for (const name of /CODECS="([^"]*)"/.exec(line)?.[1]?.split(',') ?? []) codecs.add(name.trim())
  }
  if (renditions.length === 0) throw new LiveError('Its playlist lists no stream.')
  if (renditions.length > RENDITIONS_MAX)
    throw new LiveError(`Its playlist lists more than ${RENDITIONS_MAX} streams.`)
  return { manifest: `${lines.join('\n')}\n`, renditions, codecs: [...codecs] }
}

/** Allowed tags. Others could direct a player to the encoder, or name files that are not recorded. */
const TAGS = ['#EXTM3U', '#EXT-X-VERSION:', '#EXT-X-STREAM-INF:', '#EXT-X-INDEPENDENT-SEGMENTS']

/**
 * Builds a playlist with one rendition.
 * @param bitsPerSecond of one rendition, for encoders that have only a media playlist
 */
export function singleVariant(url: string, bitsPerSecond: number): Multivariant {
  const manifest = [
    '#EXTM3U',
    `#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(1, Math.ceil(bitsPerSecond))}`,
    `${SINGLE_RENDITION}/index.m3u8`,
  ]
  return {
    manifest: `${manifest.join('\n')}\n`,
    renditions: [{ name: SINGLE_RENDITION, url }],
    codecs: [],
  }
}

/** Parses a media playlist. @throws LiveError if it is not a media playlist, or encrypted */
export function parseMediaPlaylist(text: string, base: string): MediaPlaylist {
  requirePlaylist(text)
  requirePlain(text)
  const parser = new Parser()
  parser.push(text)
  parser.end()
  const { segments, mediaSequence = 0, targetDuration, endList } = parser.manifest
  if (!targetDuration || !(targetDuration > 0))
    throw new LiveError('Its playlist has no EXT-X-TARGETDURATION.')
  return {
    targetSeconds: Math.ceil(targetDuration),
    hasEnded: endList === true,
    segments: segments.map((segment, index) => toSegment(segment, mediaSequence + index, base)),
  }
}

function toSegment(segment: ParsedSegment, sequence: number, base: string): SourceSegment {
  const { duration, dateTimeObject, discontinuity, map } = segment
  return {
    ...fileOf(segment, base),
    sequence,
    seconds: duration,
    at: dateTimeObject && !Number.isNaN(dateTimeObject.getTime()) ? dateTimeObject : null,
    isDiscontinuity: discontinuity === true,
    init: map ? fileOf(map, base) : null,
  }
}

function fileOf({ uri, byterange }: Pick<ParsedSegment, 'uri' | 'byterange'>, base: string) {
  const range = byterange && {
    start: byterange.offset,
    end: byterange.offset + byterange.length - 1,
  }
  return { url: absolute(uri, base), range: range ?? null }
}

/** Removes the query, which may contain a token that changes with every request. */
export function pathWithoutQuery(url: string): string {
  return new URL(url).pathname
}

function absolute(uri: string, base: string): string {
  const url = URL.parse(uri, base)
  if (!url) throw new LiveError('Its playlist contains an invalid URL.')
  return url.href
}

function requirePlaylist(text: string): void {
  if (!text.trimStart().startsWith('#EXTM3U'))
    throw new LiveError('It is not an HLS playlist: its first line is not #EXTM3U.')
}

/** The parser ignores some keys of DRM systems. @throws LiveError */
function requirePlain(text: string): void {
  const keys = text.match(/^#EXT-X-(?:SESSION-)?KEY:.*/gm) ?? []
  if (keys.every(key => /[:,]METHOD=NONE\s*(?:,|$)/.test(key))) return
  throw new LiveError(
    'Its segments are encrypted. Turn encryption off in the encoder: viewers get segments over TLS with signed links.',
  )
}
