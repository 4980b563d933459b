import { join, resolve } from 'node:path'
import { AUDIO_KINDS } from '#src/contract/track-kinds.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { openMediaStore } from '../../adapters/media-store/open-media-store.ts'
import { audioCorrections } from '../../ingest/audio-corrections.ts'
import { FfmpegError, ffmpegAt } from '../../ingest/ffmpeg.ts'
import { type OmittedTrack, SourceError } from '../../ingest/file-tracks.ts'
import { type Ingest, ingest } from '../../ingest/ingest.ts'
import { IngestError } from '../../ingest/ingest-error.ts'
import { clock, clockSeconds, clockSpan } from '../../ingest/marks.ts'
import { stamp } from '../../ingest/playlists.ts'
import { withRun } from '../../jobs/command-runs.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, flag, optional, parsed, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const KINDS: readonly Ingest['kind'][] = ['primary', 'trailer', 'preview']
/** So many are listed on a terminal; --json has all. */
const MAX_DAMAGES = 10
const PHASES = { encode: 'Encoding', store: 'Storing' }
/** Hundredths: those of the encoding, then those of storing. */
const HUNDREDTHS = { encode: 0, store: 100, total: 200 }

const intro = parsed(
  'START-END',
  'what players offer to skip: 0:30-1:45, or in seconds 30-105',
  given => {
    const span = clockSpan(toLatinDigits(given))
    if (span) return span
    throw new UsageError('is to be two times, the later one last, such as 0:30-1:45 or 30-105.')
  },
)
const credits = parsed(
  'START',
  'where the next episode is offered: 1:32:10, or in seconds',
  given => {
    const seconds = clockSeconds(toLatinDigits(given))
    if (seconds !== null) return seconds
    throw new UsageError('is to be a time, such as 1:32:10 or 5530.')
  },
)

const audio = parsed(
  'TRACK=LANGUAGE',
  `languages and kinds of tracks of sound, counted from 1, where the file says none or wrong ones: 1=fa,2=fa:description; kinds: main, ${AUDIO_KINDS.join(', ')}`,
  given => {
    const found = audioCorrections(toLatinDigits(given))
    if (found) return found
    throw new UsageError(
      `is to be numbers of tracks with their languages, each once, such as 1=fa,2=fa:description,3=en:commentary; kinds are main, ${AUDIO_KINDS.join(', ')}.`,
    )
  },
)

/** Which track of the file nobody will hear or read, and what to do if they should. */
function omission({ type, reason, track, language, kind }: OmittedTrack): string {
  if (reason === 'one_track')
    return line`Track ${track} of sound was left out: an audio book has one. For the other, give a file with that track first.`
  const what = `${kind ?? 'main'} in ${language}`
  return type === 'audio'
    ? line`Track ${track} of sound was left out: an earlier one is ${what} too. --audio ${track}=… gives it another language or kind.`
    : line`Track ${track} of captions was left out: an earlier one is ${what} too. Beside the video, or by the captions command, it can be in another language or kind.`
}

export default {
  summary: 'Encodes a video or an audio book, and makes a title play it (docs/ingest.md)',
  told: [IngestError, SourceError, FfmpegError, MediaStoreError],
  only: action({
    summary: 'Encodes a video file for a title',
    details: 'FFMPEG_PATH names the program of ffmpeg, if it is not the system’s.',
    args: {
      video: word(
        'VIDEO',
        'any file that ffmpeg reads, for an audio book one of sound alone; captions beside it are taken from VIDEO-NAME.fa.vtt or .srt',
      ),
    },
    options: {
      content: word('ID', 'external_id of the import, or the id in its address; a film or episode'),
      kind: optional(choice('KIND', 'what it is to the title', KINDS), 'primary'),
      preset: optional(
        word('PRESET', 'of x264 and x265: faster encodes quicker, slower makes smaller files'),
        'medium',
      ),
      audio: optional(audio, []),
      hevc: flag(
        'renditions in HEVC beside those in H.264, in 10 bits where the video is HDR10 or HLG; takes several times as long, and needs an ffmpeg with libx265',
      ),
      intro: optional(intro),
      credits: optional(credits),
    },
    effect: 'changes',
    transaction: 'own',
    run: async ({ deps, isDryRun, share }, input) => {
      const { video, content, kind, preset, audio, hevc, intro, credits } = input
      const { env, db, invalidate } = deps
      const captions: { file: string; encoding: string }[] = []
      /** By the second. */
      const damages = new Map<number, string>()
      const reused: string[] = []
      let omitted: OmittedTrack[] = []
      const run = { command: 'ingest', task: `${content} ${kind}`, isDryRun } as const
      const work: Omit<Ingest, 'onProgress'> = {
        ...{ db, invalidate, content, kind, preset, isDryRun, marks: { intro, credits } },
        audioCorrections: audio,
        hasHevc: hevc,
        store: openMediaStore(env, 'command'),
        workDir: join(env.DATA_DIR, 'ingest'),
        ffmpeg: ffmpegAt(env.FFMPEG_PATH),
        video: resolve(video),
        onEncoding: (file, encoding) => captions.push({ file, encoding }),
        onReuse(parts) {
          reused.push(...parts)
          share(`Reusing ${parts.join(', ')}`, 1)
        },
        onOmission(tracks) {
          omitted = tracks
        },
        onDamage: (text, seconds) => damages.set(Math.floor(seconds), text),
      }
      const { title, stream, wasThere } = await withRun(deps, run, report =>
        ingest({
          ...work,
          onProgress(done, phase) {
            report(HUNDREDTHS[phase] + done * 100, HUNDREDTHS.total)
            share(PHASES[phase], done)
          },
        }),
      )
      const done = wasThere ? 'Already there' : isDryRun ? 'To be encoded' : 'Done'
      return {
        data: {
          ...{ title, stream, was_there: wasThere, reused, captions, omitted },
          ...{ intro, credits_at: credits },
          damages: [...damages].map(([at_seconds, text]) => ({ at_seconds, text })),
        },
        print: [
          ...[...damages]
            .slice(0, MAX_DAMAGES)
            .map(
              ([seconds, text]) => line`Damaged at about ${stamp(seconds).slice(0, 8)}: ${text}`,
            ),
          ...(damages.size > MAX_DAMAGES
            ? [
                `… and at ${damages.size - MAX_DAMAGES} further seconds. Watch them before you publish it.`,
              ]
            : []),
          ...(reused.length > 0
            ? [`Reused of the run that was interrupted: ${reused.join(', ')}.`]
            : []),
          ...omitted.map(omission),
          ...captions.map(({ file, encoding }) => line`${file} was read as ${encoding}.`),
          ...(intro ? [`The intro is from ${clock(intro.start)} to ${clock(intro.end)}.`] : []),
          ...(credits === null ? [] : [`The credits begin at ${clock(credits)}.`]),
          line`${done}: "${title}" plays ${stream}`,
        ],
        audit: { target: content, details: { kind, stream } },
      }
    },
  }),
} satisfies Noun
