/** Loads what an encoder sends now, to tell whether a channel can come from it. */
import { type Encoder, type EncoderDeps, extensionOf, loadFile, loadPlaylist } from './encoder.ts'
import { LiveError } from './live-error.ts'
import {
  isMultivariant,
  type MediaPlaylist,
  type Multivariant,
  readMedia,
  readMultivariant,
  singleVariant,
} from './source-playlists.ts'

export type Source = Multivariant & {
  targetSeconds: number
  /** How far back its playlists go now. */
  windowSeconds: number
}

const BITS = 8

/** @throws LiveError that says what a viewer would miss */
export async function checkSource(deps: EncoderDeps, encoder: Encoder): Promise<Source> {
  const { text, base } = await loadPlaylist(deps, encoder, encoder.url)
  if (!isMultivariant(text)) {
    const playlist = readMedia(text, base)
    const segment = newest(playlist)
    const { length } = await loadFile(deps, encoder, segment)
    const rate = (length * BITS) / segment.seconds
    return { ...singleVariant(encoder.url, rate), ...lengthsOf([playlist]) }
  }
  const multivariant = readMultivariant(text, base)
  const playlists: MediaPlaylist[] = []
  for (const { url } of multivariant.renditions) {
    const loaded = await loadPlaylist(deps, encoder, url)
    const playlist = readMedia(loaded.text, loaded.base)
    await loadFile(deps, encoder, newest(playlist))
    playlists.push(playlist)
  }
  return { ...multivariant, ...lengthsOf(playlists) }
}

/** The encoder's streams by their present URLs, without loading them. @throws LiveError */
export async function loadRenditions(
  deps: EncoderDeps,
  encoder: Encoder,
): Promise<Pick<Multivariant, 'manifest' | 'renditions'> | null> {
  const { text, base } = await loadPlaylist(deps, encoder, encoder.url)
  return isMultivariant(text) ? readMultivariant(text, base) : null
}

function newest({ segments, hasEnded }: MediaPlaylist) {
  if (hasEnded) throw new LiveError('Its playlist has ended (EXT-X-ENDLIST): it is a recording.')
  const segment = segments.at(-1)
  if (!segment) throw new LiveError('Its playlist is empty: the encoder has sent nothing yet.')
  extensionOf(segment)
  if (segment.init) extensionOf(segment.init)
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
