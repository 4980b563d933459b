/** Audio and text tracks in a file with their languages and kinds, from the file or from an operator. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { AudioKind, CaptionKind, TrackKind } from '#src/contract/track-kinds.ts'
import { SourceError } from './ingest-error.ts'
import { languageOfTitle, toBcp47, toRegionalTag } from './language-tags.ts'
import type { ProbedTrack, Program } from './probe.ts'
import { AUDIO_SIGNS, CAPTION_SIGNS, detectTrackKind } from './track-kind.ts'
import { type TrackId, toTrackId, trackKey } from './track-name.ts'

interface SourceTrack {
  /** Index in the file. */
  index: number
  /** Number among the tracks of its type, from 1. */
  track: number
  codec: string
  /** True if the file states no language that is known, so that it was assumed. */
  isLanguageAssumed: boolean
}

export interface AudioTrack extends SourceTrack {
  language: string
  /** Undefined for the main track of the language. */
  kind?: AudioKind
  channels: number
  /** Seconds of the file at which the sound begins and ends. */
  start: number
  end: number
  firstPacket: number
  isTimed: boolean
}

/** Operator's description of an audio track that the file describes wrongly or not at all. */
export type AudioCorrection = {
  /** Number among the audio tracks, from 1. */
  track: number
} & (
  | { language: string; kind?: AudioKind | undefined; isUnwanted?: undefined }
  /** The track must be left out. */
  | { isUnwanted: true }
)

export interface CaptionTrack extends SourceTrack {
  language: string
  kind?: CaptionKind
}

export interface Tracks<Track extends TrackId> {
  taken: Track[]
  omitted: OmittedTrack[]
}

/**
 * `double`: another track has the same language and kind; `one_track`: an audio book has only one track; `unwanted`: the
 * operator left it out; `undecodable`: ffmpeg cannot decode it; `bitmap`: captions that are pictures; `other_pictures`: a film
 * has one track of pictures; `other_program`: the pictures are those of another programme; `unusable`: a file of captions
 * that cannot be read; `no_media`: neither pictures, sound nor captions.
 */
export type OmissionReason =
  | 'double'
  | 'one_track'
  | 'unwanted'
  | 'undecodable'
  | 'bitmap'
  | 'other_pictures'
  | 'other_program'
  | 'unusable'
  | 'no_media'

interface Omission extends Partial<TrackId> {
  reason: OmissionReason
  /** Further explanation, in English. */
  detail?: string
  /** True if the operator named it, in the command or by the name of a file. */
  isNamed?: boolean | undefined
}

export interface OmittedTrack extends Omission {
  type: 'video' | 'audio' | 'captions' | 'data' | 'attachment'
  /** Number among the tracks of its type, from 1. */
  track: number
  codec: string
  /** The programme that the track belongs to, if that is the reason. */
  program?: Program | undefined
}

/** Captions next to the video that are not used. */
export interface OmittedFile extends Omission {
  type: 'captions'
  file: string
}

/** Studios deliver the channels of one sound as tracks, without saying which channel each is. */
const SIDE_OF_SOUND =
  'it has one channel, as the one that is used. If they are channels of one sound, join them into one track'

/** Returns the programme of a track if it is not one of those that are given. */
export function otherProgram(
  { programs }: ProbedTrack,
  chosen: readonly Program[],
): Program | undefined {
  const isShared = programs.some(({ number }) => chosen.some(it => it.number === number))
  return chosen.length > 0 && !isShared ? programs[0] : undefined
}

/**
 * Returns the audio tracks, main tracks first. A track without a language counts as Persian. Without a main track, the
 * first one becomes it.
 * @param programs of the pictures; tracks of others are left out
 * @throws SourceError if a corrected track does not exist
 */
export function audioTracks(
  streams: readonly ProbedTrack[],
  corrections: readonly AudioCorrection[] = [],
  programs: readonly Program[] = [],
): Tracks<AudioTrack> {
  const missing = corrections.find(({ track }) => track > streams.length)
  if (missing)
    throw new SourceError(
      'options',
      `--audio names track ${missing.track}, but the number of audio tracks in the file is ${streams.length}.`,
    )
  const omitted: OmittedTrack[] = []
  const usable: (AudioTrack & { regional: string })[] = []
  for (const [at, stream] of streams.entries()) {
    const track = at + 1
    const correction = corrections.find(it => it.track === track)
    const corrected = correction && !correction.isUnwanted ? correction : undefined
    const stated = statedLanguage(stream)
    const kind = corrected
      ? corrected.kind
      : (detectTrackKind(stream, AUDIO_SIGNS) as AudioKind | undefined)
    const regional = corrected?.language ?? stated
    const id = { language: toBcp47(regional) || DEFAULT_LANGUAGE, ...withKind(kind) }
    const isNamed = correction ? { isNamed: true } : {}
    const common = { type: 'audio', track, codec: stream.codec, ...id } as const
    const program = otherProgram(stream, programs)
    if (program) omitted.push({ ...common, reason: 'other_program', program, ...isNamed })
    else if (correction?.isUnwanted) omitted.push({ ...common, reason: 'unwanted' })
    else if (stream.fault !== null)
      omitted.push({ ...common, reason: 'undecodable', detail: stream.fault, ...isNamed })
    else
      usable.push({
        index: stream.index,
        track,
        codec: stream.codec,
        isLanguageAssumed: regional === '',
        channels: stream.channels || 2,
        start: stream.start ?? 0,
        end: stream.end ?? 0,
        firstPacket: stream.firstPacket ?? 0,
        isTimed: stream.isTimed,
        regional,
        ...id,
      })
  }
  const isUsual = ({ kind }: AudioTrack) => kind === undefined
  const [first, ...others] = usable
  const { kind: _, ...usual } = first ?? {}
  const all = first && !usable.some(isUsual) ? [usual as typeof first, ...others] : usable
  const ordered = [...all.filter(isUsual), ...all.filter(it => !isUsual(it))]
  const isNamed = (track: number) => corrections.some(it => it.track === track)
  const parts = withoutDoubles(ordered)
  const isMono = ({ channels, codec }: Pick<AudioTrack, 'channels' | 'codec'>) =>
    channels === 1 && codec.startsWith('pcm_')
  const isSide = (track: Omit<AudioTrack, 'regional'>) =>
    isMono(track) && parts.taken.some(it => isMono(it) && trackKey(it) === trackKey(track))
  const doubles = parts.doubles.map(track => ({
    ...omittedTrack('audio', 'double', track),
    ...(isSide(track) ? { detail: SIDE_OF_SOUND } : {}),
    ...(isNamed(track.track) ? { isNamed: true } : {}),
  }))
  return { taken: parts.taken, omitted: byNumber([...omitted, ...doubles]) }
}

/** Codecs of captions that ffmpeg converts to text. */
const TEXT_CODECS = new Set([
  'subrip',
  'srt',
  'mov_text',
  'webvtt',
  'ass',
  'ssa',
  'text',
  'microdvd',
  'mpl2',
  'sami',
  'stl',
  'subviewer',
  'subviewer1',
  'realtext',
  'jacosub',
  'pjs',
  'vplayer',
  'hdmv_text_subtitle',
])
/** Codecs of captions that are pictures. */
const BITMAP_CODECS = new Set(['hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle', 'xsub'])

/**
 * Returns the text captions of the file; those without a language count as Persian.
 * @param programs of the pictures; tracks of others are left out
 */
export function captionTracks(
  streams: readonly ProbedTrack[],
  programs: readonly Program[] = [],
): Tracks<CaptionTrack> {
  const omitted: OmittedTrack[] = []
  const usable: (CaptionTrack & { regional: string })[] = []
  for (const [at, stream] of streams.entries()) {
    const regional = statedLanguage(stream)
    const kind = detectTrackKind(stream, CAPTION_SIGNS) as CaptionKind | undefined
    const { index, codec } = stream
    const id = { language: toBcp47(regional) || DEFAULT_LANGUAGE, ...withKind(kind) }
    const common = { track: at + 1, codec, ...id }
    const program = otherProgram(stream, programs)
    if (program) omitted.push({ type: 'captions', ...common, reason: 'other_program', program })
    else if (stream.fault !== null)
      omitted.push({ type: 'captions', ...common, reason: 'undecodable', detail: stream.fault })
    else if (TEXT_CODECS.has(codec))
      usable.push({ index, ...common, isLanguageAssumed: regional === '', regional })
    else
      omitted.push({
        type: 'captions',
        ...common,
        reason: BITMAP_CODECS.has(codec) ? 'bitmap' : 'undecodable',
      })
  }
  const { taken, doubles } = withoutDoubles(usable)
  const named = doubles.map(track => omittedTrack('captions', 'double', track))
  return { taken, omitted: byNumber([...omitted, ...named]) }
}

const statedLanguage = ({ language, title }: ProbedTrack) =>
  toRegionalTag(language) || languageOfTitle(title)

const withKind = <Kind extends TrackKind>(kind: Kind | undefined): { kind?: Kind } =>
  kind ? { kind } : {}

const byNumber = (tracks: OmittedTrack[]) => tracks.sort((a, b) => a.track - b.track)

/**
 * Takes the first track that states a language and kind, else the first for which they are assumed. Another one keeps its region or
 * script as a part of its language, such as `pt-BR`, if it has one; else it is a double. `regional` is the language with its region and script.
 */
export function withoutDoubles<Track extends TrackId & { regional: string }>(
  tracks: readonly Track[],
): { taken: Omit<Track, 'regional'>[]; doubles: Omit<Track, 'regional'>[] } {
  const taken = new Map<string, Omit<Track, 'regional'>>()
  const doubles: Omit<Track, 'regional'>[] = []
  const keys = new Map<Track, string>()
  // Those without a region have the first claim to the bare language, and those whose language is assumed the last.
  const claim = ({ regional }: Track) => (regional === '' ? 2 : regional.includes('-') ? 1 : 0)
  for (const track of tracks.toSorted((a, b) => claim(a) - claim(b))) {
    const ids = [track, { ...track, language: track.regional || track.language }]
    const free = ids.find(id => ![...keys.values()].includes(trackKey(id)))
    if (free) keys.set(track, trackKey(free))
  }
  for (const track of tracks) {
    const { regional, ...bare } = track
    const key = keys.get(track)
    if (key === undefined) doubles.push(bare)
    else taken.set(key, key === trackKey(track) ? bare : { ...bare, language: regional })
  }
  return { taken: [...taken.values()], doubles }
}

export function omittedTrack(
  type: OmittedTrack['type'],
  reason: OmissionReason,
  track: Pick<AudioTrack, 'track' | 'codec'> & TrackId,
): OmittedTrack {
  return { type, reason, track: track.track, codec: track.codec, ...toTrackId(track) }
}

/** Returns the first track of an audio book that can be decoded; players offer no choice of tracks. */
export function bookTrack(
  streams: readonly ProbedTrack[],
  corrections?: readonly AudioCorrection[],
): Tracks<AudioTrack> {
  const { taken, omitted } = audioTracks(streams, corrections)
  const others = taken.slice(1).map(track => omittedTrack('audio', 'one_track', track))
  const all = omitted.map(it =>
    it.reason === 'double' ? { ...it, reason: 'one_track' as const } : it,
  )
  return { taken: taken.slice(0, 1), omitted: byNumber([...others, ...all]) }
}
