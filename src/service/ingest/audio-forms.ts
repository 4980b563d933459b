/** How tracks of sound are encoded: in stereo, which everything plays, and in surround beside it where the file has that. */
import type { AudioTrack } from './file-tracks.ts'
import { keyOf, type TrackId } from './track-name.ts'

export interface AudioForm {
  /** Of its group in the playlist. */
  id: string
  /** Of ffmpeg. */
  encoder: 'aac' | 'ac3'
  codecs: string
  folder(track: TrackId): string
  /** `kbps` are kilobits per second. */
  formOf(track: AudioTrack): { channels: number; kbps: number }
}

const STEREO: AudioForm = {
  ...{ id: 'aud', encoder: 'aac', codecs: 'mp4a.40.2' },
  folder: track => `audio-${keyOf(track)}`,
  formOf: () => ({ channels: 2, kbps: 128 }),
}

/** Of 5.1. */
const SURROUND_CHANNELS = 6

/** Tracks of fewer channels are in it too: a variant has one codec of sound. */
const SURROUND: AudioForm = {
  ...{ id: 'aud-surround', encoder: 'ac3', codecs: 'ac-3' },
  folder: track => `surround-${keyOf(track)}`,
  formOf: ({ channels }) =>
    channels >= SURROUND_CHANNELS
      ? { channels: SURROUND_CHANNELS, kbps: 384 }
      : { channels: 2, kbps: 192 },
}

/** Stereo is first, and surround is there where a track has it. */
export function audioForms(tracks: readonly AudioTrack[]): AudioForm[] {
  if (tracks.length === 0) return []
  const hasSurround = tracks.some(({ channels }) => channels >= SURROUND_CHANNELS)
  return hasSurround ? [STEREO, SURROUND] : [STEREO]
}
