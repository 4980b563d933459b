/** Loads an encoder's current output to check whether it can feed a channel. */
import {
  type Encoder,
  type EncoderDeps,
  loadFile,
  loadPlaylist,
  segmentExtension,
} from './encoder.ts'
import { LiveError } from './live-error.ts'
import {
  isMultivariant,
  type MediaPlaylist,
  type Multivariant,
  parseMediaPlaylist,
  parseMultivariant,
  singleVariant,
} from './source-playlists.ts'

export type Source = Multivariant & {
  targetSeconds: number
  /** Current length of its playlists in seconds. */
  windowSeconds: number
}

const BITS = 8

/** Checks an encoder. @throws LiveError that describes what viewers would miss */
export async function checkSource(deps: EncoderDeps, encoder: Encoder): Promise<Source> {
  const { text, base } = await loadPlaylist(deps, encoder, encoder.url)
  if (!isMultivariant(text)) {
    const playlist = parseMediaPlaylist(text, base)
    const segment = newest(playlist)
    const { length } = await loadFile(deps, encoder, segment)
    const rate = (length * BITS) / segment.seconds
    return { ...singleVariant(encoder.url, rate), ...lengthsOf([playlist]) }
  }
  const multivariant = parseMultivariant(text, base)
  const playlists: MediaPlaylist[] = []
  for (const { url } of multivariant.renditions) {
    const loaded = await loadPlaylist(deps, encoder, url)
    const playlist = parseMediaPlaylist(loaded.text, loaded.base)
    await loadFile(deps, encoder, newest(playlist))
    playlists.push(playlist)
  }
  return { ...multivariant, ...lengthsOf(playlists) }
}

/** Returns the encoder's streams with their current URLs, without loading them. @throws LiveError */
export async function loadRenditions(
  deps: EncoderDeps,
  encoder: Encoder,
): Promise<Pick<Multivariant, 'manifest' | 'renditions'> | null> {
  const { text, base } = await loadPlaylist(deps, encoder, encoder.url)
  return isMultivariant(text) ? parseMultivariant(text, base) : null
}

function newest({ segments, hasEnded }: MediaPlaylist) {
  if (hasEnded) throw new LiveError('Its playlist has ended (EXT-X-ENDLIST): it is a recording.')
  const segment = segments.at(-1)
  if (!segment) throw new LiveError('Its playlist is empty: the encoder has sent nothing yet.')
  segmentExtension(segment)
  if (segment.init) segmentExtension(segment.init)
  return segment
}

function lengthsOf(playlists: readonly MediaPlaylist[]) {
  const seconds = playlists.map(({ segments }) =>
    segments.reduce((sum, segment) => sum + segment.seconds, 0),
  )
  return {
    targetSeconds: Math.max(...playlists.map(({ targetSeconds }) => targetSeconds)),
    windowSeconds: Math.round(Math.min(...seconds)),
  }
}
