/**
 * The sound of a reel: chords of a small bank, in an order that is the title's own. A piece begins and ends in silence, so any piece can
 * follow any other. demo/reels/make-tones.ts makes the bank.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { randomOf } from '../art/random.ts'
import {
  audioEntry,
  box,
  fragment,
  full,
  initSegment,
  movie,
  type Sample,
  type Track,
  u32,
  u32List,
} from './boxes.ts'
import { type Reel, SHOT_SECONDS } from './plan.ts'

export type Voice = 'fa' | 'en' | 'book'
const FRAME_SAMPLES = 1024
/** Sampling rate, seconds of a piece, and the AudioSpecificConfig of AAC-LC with one channel. */
const VOICES: Readonly<
  Record<Voice, { rate: number; seconds: number; config: readonly number[] }>
> = {
  fa: { rate: 48_000, seconds: SHOT_SECONDS, config: [0x11, 0x88] },
  en: { rate: 48_000, seconds: SHOT_SECONDS, config: [0x11, 0x88] },
  book: { rate: 24_000, seconds: 2 * SHOT_SECONDS, config: [0x13, 0x08] },
}
export const PIECES = 8
/** Pieces that a title plays in turn. */
const PROGRESSION = 4
/** Seconds of a piece of an audio book. */
const BOOK_PIECE_SECONDS = VOICES.book.seconds

const banks = new Map<Voice, Promise<Sample[][]>>()

function bankOf(voice: Voice): Promise<Sample[][]> {
  const known = banks.get(voice)
  if (known) return known
  const read = Promise.all(
    Array.from({ length: PIECES }, async (_, at) =>
      adtsFrames(
        await readFile(fileURLToPath(new URL(`tones/${voice}-${at}.aac`, import.meta.url))),
      ),
    ),
  )
  banks.set(voice, read)
  return read
}

/** Returns the frames of an ADTS file without their headers. */
function adtsFrames(file: Buffer): Sample[] {
  const frames: Sample[] = []
  for (let at = 0; at + 7 <= file.length; ) {
    const size =
      ((file.readUInt8(at + 3) & 3) << 11) |
      (file.readUInt8(at + 4) << 3) |
      (file.readUInt8(at + 5) >> 5)
    if (size < 7) break
    frames.push({ bytes: file.subarray(at + 7, at + size), isSync: true })
    at += size
  }
  return frames
}

/** Returns the number of the piece that plays at a place, from 0. */
function pieceOf({ id, title }: Reel, at: number): number {
  const random = randomOf(`tones ${title.external_id}`)
  const progression = Array.from({ length: PROGRESSION }, () => random.whole(0, PIECES - 1))
  // Every fourth round takes another turn, so that two hours are not one loop.
  const round = Math.floor(at / PROGRESSION)
  const turn = round % 4 === 3 ? randomOf(`${id} ${round}`).whole(0, PIECES - 1) : 0
  return ((progression[at % PROGRESSION] ?? 0) + turn) % PIECES
}

function trackOf(voice: Voice): Track {
  const { rate, config } = VOICES[voice]
  return { kind: 'audio', timescale: rate, width: 0, height: 0, entry: audioEntry(rate, config) }
}

export const audioInit = (voice: Voice) => initSegment(trackOf(voice))

/** Returns the segment number `at`, from 0. */
export async function audioSegment(reel: Reel, voice: Voice, at: number): Promise<Buffer | null> {
  const samples = (await bankOf(voice))[pieceOf(reel, at)]
  if (!samples) return null
  return fragment(at + 1, at * samples.length * FRAME_SAMPLES, FRAME_SAMPLES, samples)
}

const books = new LRUCache<string, Buffer>({ max: 4 })

/**
 * Returns an audio book of any length as one file: the sample tables name the bytes of the same few pieces again and again, so four hours
 * take three megabytes.
 */
export async function audioBook(reel: Reel): Promise<Buffer> {
  const key = `${reel.id} ${reel.seconds}`
  const known = books.get(key)
  if (known) return known
  const bank = await bankOf('book')
  const count = Math.ceil(reel.seconds / BOOK_PIECE_SECONDS)
  const order = Array.from({ length: count }, (_, at) => pieceOf(reel, at))
  const used = [...new Set(order)]
  const media = used.map(piece => Buffer.concat((bank[piece] ?? []).map(({ bytes }) => bytes)))
  const head = box('ftyp', 'M4A ', u32(0), 'M4A ', 'mp42', 'isom')
  const build = (start: number) => {
    const offsets = media.map(
      (_, at) => start + media.slice(0, at).reduce((sum, each) => sum + each.length, 0),
    )
    const perPiece = bank[0]?.length ?? 0
    const sizes = order.flatMap(piece => (bank[piece] ?? []).map(({ bytes }) => bytes.length))
    const duration = sizes.length * FRAME_SAMPLES
    const tables = [
      full('stts', 0, 0, u32(1, sizes.length, FRAME_SAMPLES)),
      full('stsc', 0, 0, u32(1, 1, perPiece, 1)),
      full('stsz', 0, 0, u32(0, sizes.length), u32List(sizes)),
      full(
        'stco',
        0,
        0,
        u32(count),
        u32List(order.map(piece => offsets[used.indexOf(piece)] ?? 0)),
      ),
    ]
    return movie({ ...trackOf('book'), tables, duration }, false)
  }
  const start = head.length + build(0).length + 8
  const file = Buffer.concat([head, build(start), box('mdat', ...media)])
  books.set(key, file)
  return file
}
