/** Encodings of audio tracks: stereo, which all devices play, and additionally surround if the file has it. */
import type { AudioTrack } from './file-tracks.ts'
import { type TrackId, trackKey } from './track-name.ts'

export interface AudioForm {
  /** Id of its group in the playlist. */
  id: string
  /** Encoder of ffmpeg. */
  encoder: 'aac' | 'ac3'
  codecs: string
  folder(track: TrackId): string
  /** `kbps` is in kilobits per second. */
  formOf(track: AudioTrack): { channels: number; kbps: number }
}

const STEREO: AudioForm = {
  id: 'aud',
  encoder: 'aac',
  codecs: 'mp4a.40.2',
  folder: track => `audio-${trackKey(track)}`,
  formOf: () => ({ channels: 2, kbps: 128 }),
}

/** Number of channels in 5.1. */
const SURROUND_CHANNELS = 6

/** Includes tracks with fewer channels, because a variant has one audio codec. */
const SURROUND: AudioForm = {
  id: 'aud-surround',
  encoder: 'ac3',
  codecs: 'ac-3',
  folder: track => `surround-${trackKey(track)}`,
  formOf: ({ channels }) =>
    channels >= SURROUND_CHANNELS
      ? { channels: SURROUND_CHANNELS, kbps: 384 }
      : { channels: 2, kbps: 192 },
}

/** Returns stereo first, and surround if a track has it. */
export function audioForms(tracks: readonly AudioTrack[]): AudioForm[] {
  if (tracks.length === 0) return []
  const hasSurround = tracks.some(({ channels }) => channels >= SURROUND_CHANNELS)
  return hasSurround ? [STEREO, SURROUND] : [STEREO]
}
