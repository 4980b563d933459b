/**
 * Makes the bank of chords: `node demo/reels/make-tones.ts`. It needs ffmpeg (FFMPEG_PATH, else that of the system) and takes some seconds.
 * The result is committed, so that setting up never waits for it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PIECES } from './sounds.ts'

const FOLDER = resolve(import.meta.dirname, 'tones')
const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg'

/** Semitones above the first note: chords of D minor and its relatives. */
const CHORDS = [
  [0, 3, 7],
  [-4, 0, 8],
  [3, 7, 10],
  [-2, 5, 10],
  [5, 8, 12],
  [-5, 2, 7],
  [0, 7, 14],
  [-7, 0, 5],
] as const

/** First note in hertz. A listener and an analyser can distinguish the voices: English is more than an octave above Persian. */
const VOICES = {
  fa: { note: 220, rate: 48_000, seconds: 8, kbps: 32 },
  en: { note: 880, rate: 48_000, seconds: 8, kbps: 32 },
  book: { note: 174.61, rate: 24_000, seconds: 16, kbps: 20 },
} as const

mkdirSync(FOLDER, { recursive: true })
for (const [voice, { note, rate, seconds, kbps }] of Object.entries(VOICES)) {
  for (let piece = 0; piece < PIECES; piece++) {
    const chord = CHORDS[piece] ?? CHORDS[0]
    const notes = chord.map((step, at) => {
      const hertz = (note * 2 ** (step / 12)).toFixed(3)
      const soft = `(0.6+0.4*sin(2*PI*${(0.25 + at * 0.125).toFixed(3)}*t+${at}))`
      return `${(0.17 - at * 0.03).toFixed(2)}*${soft}*(sin(2*PI*${hertz}*t)+0.22*sin(4*PI*${hertz}*t))`
    })
    // Every piece begins and ends in silence.
    const envelope = `pow(sin(PI*mod(t,${seconds})/${seconds}),0.6)`
    const draft = join(tmpdir(), `pardeh-${voice}-${piece}.aac`)
    execFileSync(
      FFMPEG,
      [
        '-hide_banner',
        '-loglevel',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-t',
        String(seconds * 3),
        '-i',
        `aevalsrc='${envelope}*(${notes.join('+')})':s=${rate}`,
        '-c:a',
        'aac',
        '-b:a',
        `${kbps}k`,
        '-ac',
        '1',
        '-f',
        'adts',
        draft,
      ],
      { stdio: 'inherit' },
    )
    writeFileSync(join(FOLDER, `${voice}-${piece}.aac`), middle(draft, (seconds * rate) / 1024))
  }
}

/** Returns the frames of the second of three repetitions; the encoder starts one frame late. */
function middle(file: string, count: number): Buffer {
  const bytes = readFileSync(file)
  const starts: number[] = []
  for (let at = 0; at + 7 <= bytes.length; ) {
    starts.push(at)
    at +=
      ((bytes.readUInt8(at + 3) & 3) << 11) |
      (bytes.readUInt8(at + 4) << 3) |
      (bytes.readUInt8(at + 5) >> 5)
  }
  return bytes.subarray(starts[count + 1], starts[2 * count + 1])
}
