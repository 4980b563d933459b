/** The files of reels, by their names: playlists, segments, captions, pictures of the timeline. */
import type { StreamDescription } from '#src/service/platform/adapters/media/stream-store.ts'
import {
  captionPlaylist,
  masterPlaylist,
  storyboardFile,
  webVttTime,
} from '#src/service/watching/ingest/playlists.ts'
import { drawStoryboard, videoInit, videoSegment } from './pictures.ts'
import {
  CREDITS_SECONDS,
  FRAME_RATE,
  LADDER,
  type Reel,
  reelOf,
  SEGMENT_SECONDS,
  SHOT_SECONDS,
  segmentsOf,
  shotOf,
} from './plan.ts'
import { audioBook, audioInit, audioSegment, type Voice } from './sounds.ts'

const LANGUAGES = { fa: 'فارسی', en: 'English' } as const
type Language = keyof typeof LANGUAGES

const languages = ({ isTrailer }: Reel): Language[] => (isTrailer ? ['fa'] : ['fa', 'en'])
const captions = ({ isTrailer }: Reel): Language[] => (isTrailer ? [] : ['fa', 'en'])

export function describeReel(key: string): StreamDescription | null {
  const reel = reelOf(key)
  if (!reel) return null
  const { seconds } = reel
  if (reel.kind === 'audio')
    return {
      kind: 'audio',
      manifest: 'book.m4a',
      duration: seconds,
      audio: ['fa'],
      captions: [],
      isMade: true,
    }
  return {
    kind: 'vod',
    manifest: 'master.m3u8',
    duration: seconds,
    audio: languages(reel),
    captions: captions(reel),
    isMade: true,
    ...(!reel.isTrailer && {
      thumbnails: 'storyboard.vtt',
      intro: { start: 1, end: SHOT_SECONDS },
      credits_at: seconds - CREDITS_SECONDS,
    }),
  }
}

/** Returns the content of a file of a reel; null if the file does not exist. */
export async function readReel(key: string, file: string): Promise<Buffer | string | null> {
  const reel = reelOf(key)
  if (!reel) return null
  if (reel.kind === 'audio') return file === 'book.m4a' ? audioBook(reel) : null
  const [folder = '', name = ''] = file.includes('/') ? file.split('/') : ['', file]
  if (folder === '') return readTop(reel, name)
  const rung = LADDER.find(each => each.name === folder)
  if (rung) {
    if (name === 'index.m3u8') return videoPlaylist(reel)
    if (name === 'init.mp4') return videoInit(rung)
    const at = numberOf(name, segmentsOf(reel))
    return at === null ? null : videoSegment(reel, rung, at)
  }
  const language = languages(reel).find(each => folder === `audio-${each}`)
  if (language) return readSound(reel, language, name)
  const caption = captions(reel).find(each => folder === 'captions' && name.startsWith(`${each}.`))
  return caption ? readCaptions(reel, caption, name) : null
}

async function readTop(reel: Reel, name: string) {
  if (name === 'master.m3u8') return master(reel)
  if (reel.isTrailer) return null
  if (name === 'storyboard.vtt') return storyboard(reel)
  return name === 'storyboard.jpg' ? drawStoryboard(reel, boardShots(reel), BOARD) : null
}

async function readSound(reel: Reel, voice: Voice, name: string) {
  const count = Math.ceil(reel.seconds / SHOT_SECONDS)
  if (name === 'index.m3u8') return playlist(count, SHOT_SECONDS)
  if (name === 'init.mp4') return audioInit(voice)
  const at = numberOf(name, count)
  return at === null ? null : audioSegment(reel, voice, at)
}

const segmentName = (at: number) => `${String(at).padStart(5, '0')}.m4s`

function numberOf(name: string, count: number): number | null {
  const at = /^\d{5}\.m4s$/.test(name) ? Number(name.slice(0, 5)) : count
  return at < count ? at : null
}

const SOUND = { peak: 40_000, average: 32_000 }
const CODEC = 'avc1.42c01f'

function master(reel: Reel): string {
  return masterPlaylist({
    renditions: LADDER.map(({ name, width, height, peak, average }) => ({
      uri: `${name}/index.m3u8`,
      bandwidth: { peak, average },
      width,
      height,
      frameRate: FRAME_RATE,
      codecs: CODEC,
    })),
    groups: [
      {
        id: 'aud',
        codecs: 'mp4a.40.2',
        tracks: languages(reel).map(language => ({
          language,
          title: LANGUAGES[language],
          channels: 1,
          uri: `audio-${language}/index.m3u8`,
          bandwidth: SOUND,
        })),
      },
    ],
    captions: captions(reel).map(language => ({
      language,
      title: LANGUAGES[language],
      uri: `captions/${language}.m3u8`,
    })),
  })
}

const videoPlaylist = (reel: Reel) => playlist(segmentsOf(reel), SEGMENT_SECONDS)

function playlist(count: number, seconds: number): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${seconds}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
  ]
  for (let at = 0; at < count; at++) lines.push(`#EXTINF:${seconds.toFixed(3)},`, segmentName(at))
  return `${lines.join('\n')}\n#EXT-X-ENDLIST\n`
}

/** Seconds between two lines of the narration, and until a line is gone. */
const LINE_EVERY = 4
const LINE_LASTS = 2.9

function readCaptions(reel: Reel, language: Language, name: string): string | null {
  if (name === `${language}.m3u8`) return captionPlaylist(`${language}.vtt`, reel.seconds)
  return name === `${language}.vtt` ? captionFile(reel.lines[language], reel.seconds) : null
}

/** The n-th line is shown from 4n+1 to 4n+3.9 seconds. */
function captionFile(lines: readonly string[], seconds: number): string {
  const count = lines.length === 0 ? 0 : Math.floor((seconds - CREDITS_SECONDS) / LINE_EVERY)
  const cues = Array.from({ length: Math.max(0, count) }, (_, at) => {
    const start = at * LINE_EVERY + 1
    return `${webVttTime(start)} --> ${webVttTime(start + LINE_LASTS)}\n${lines[at % lines.length]}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

const BOARD = { width: 160, height: 90 }
/** Shots whose pictures are in the sheet of the timeline: they repeat in this rhythm. */
const BOARD_SHOTS = 6

const boardShots = (reel: Reel) =>
  Array.from({ length: BOARD_SHOTS }, (_, at) => shotOf(reel, at + 1))

function storyboard(reel: Reel): string {
  const sheet = { every: SHOT_SECONDS, columns: BOARD_SHOTS, rows: 1, ...BOARD }
  return storyboardFile(reel.seconds, { ...sheet, name: () => 'storyboard.jpg' })
}
