/** Builds descriptions of files as ffprobe gives them. */
import type { ProbedFile, ProbedPicture, ProbedTrack } from '#src/service/watching/ingest/probe.ts'

type Part = Partial<Omit<ProbedTrack, 'dispositions' | 'picture'>> & {
  dispositions?: string[]
  picture?: Partial<ProbedPicture>
}

const PICTURE: ProbedPicture = {
  width: 1920,
  height: 1080,
  pixelRatio: 1,
  rotation: 0,
  frameRate: 25,
  fieldOrder: 'progressive',
  transfer: 'bt709',
  sideData: [],
}

function aTrack(
  type: ProbedTrack['type'],
  codec: string,
  { dispositions = [], picture, ...part }: Part,
): ProbedTrack {
  return {
    index: 0,
    type,
    codec,
    language: '',
    title: '',
    start: 0,
    end: 60,
    firstPacket: 0,
    isTimed: true,
    packets: 1_500,
    fault: null,
    channels: type === 'audio' ? 2 : 0,
    programs: [],
    ...part,
    dispositions: new Set(dispositions),
    picture: type === 'video' ? { ...PICTURE, ...picture } : null,
  }
}

export const aVideoTrack = (part: Part = {}) => aTrack('video', 'h264', part)
export const anAudioTrack = (part: Part = {}) => aTrack('audio', 'aac', part)
export const aTextTrack = (part: Part = {}) => aTrack('subtitle', 'subrip', part)

/** The tracks are numbered in their order. */
export function aFile(tracks: ProbedTrack[], part: Partial<ProbedFile> = {}): ProbedFile {
  const numbered = tracks.map((track, index) => ({ ...track, index }))
  return { duration: 60, chapters: [], hasJumps: false, extras: [], tracks: numbered, ...part }
}
