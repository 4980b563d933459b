/** Playlists of an encoder: what they list, and the multivariant one with our addresses. Pure functions. */
import { type ParsedSegment, Parser } from 'm3u8-parser'
import type { LiveRendition } from '../db/schema/live.ts'
import { LiveError } from './live-error.ts'

export type SourceFile = { url: string; range: { start: number; end: number } | null }
export type SourceSegment = SourceFile & {
  /** As the encoder numbers it. */
  sequence: number
  seconds: number
  /** When the encoder says that it starts. */
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
/** Used where the encoder has no multivariant playlist, which names the bandwidth. */
export const SINGLE = 'r0'

export function isMultivariant(text: string): boolean {
  return /^#EXT-X-STREAM-INF:/m.test(text)
}

/** The same playlist with `r0/index.m3u8` and so on in place of the encoder's addresses. @throws LiveError */
export function readMultivariant(text: string, base: string): Multivariant {
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

/** Others could lead a player to the encoder, or name what is not recorded. */
const TAGS = ['#EXTM3U', '#EXT-X-VERSION:', '#EXT-X-STREAM-INF:', '#EXT-X-INDEPENDENT-SEGMENTS']

/** @param bitsPerSecond of one rendition, for encoders that have only a media playlist */
export function singleVariant(url: string, bitsPerSecond: number): Multivariant {
  const manifest = [
    '#EXTM3U',
    `#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(1, Math.ceil(bitsPerSecond))}`,
    `${SINGLE}/index.m3u8`,
  ]
  return { manifest: `${manifest.join('\n')}\n`, renditions: [{ name: SINGLE, url }], codecs: [] }
}

/** @throws LiveError where it is no media playlist, or an encrypted one */
export function readMedia(text: string, base: string): MediaPlaylist {
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

/** Queries hold tokens that change with every request. */
export function pathOf(url: string): string {
  return new URL(url).pathname
}

function absolute(uri: string, base: string): string {
  const url = URL.parse(uri, base)
  if (!url) throw new LiveError('Its playlist has an address that is none.')
  return url.href
}

function requirePlaylist(text: string): void {
  if (!text.trimStart().startsWith('#EXTM3U'))
    throw new LiveError('It is no HLS playlist: its first line is not #EXTM3U.')
}

/** The parser knows some keys of DRM systems as none. @throws LiveError */
function requirePlain(text: string): void {
  const keys = text.match(/^#EXT-X-(?:SESSION-)?KEY:.*/gm) ?? []
  if (keys.every(key => /[:,]METHOD=NONE\s*(?:,|$)/.test(key))) return
  throw new LiveError(
    'Its segments are encrypted. Let the encoder send them plain: viewers get them over TLS and by signed links.',
  )
}
