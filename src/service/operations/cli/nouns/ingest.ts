import { join } from 'node:path'
import { AUDIO_KINDS } from '#src/contract/track-kinds.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '../../../platform/adapters/media-store/open-media-store.ts'
import { audioCorrections } from '../../../watching/ingest/audio-corrections.ts'
import { captionNotes } from '../../../watching/ingest/caption-notes.ts'
import { FfmpegError, openFfmpeg } from '../../../watching/ingest/ffmpeg.ts'
import { type Ingest, ingestAdvert, ingestVideo } from '../../../watching/ingest/ingest.ts'
import { IngestError, SourceError } from '../../../watching/ingest/ingest-error.ts'
import { type IngestReport, lacksNamedPart } from '../../../watching/ingest/ingest-report.ts'
import { formatMarkTime, parseClock, parseClockSpan } from '../../../watching/ingest/marks.ts'
import { webVttTime } from '../../../watching/ingest/playlists.ts'
import { withRun } from '../../jobs/command-runs.ts'
import { UsageError } from '../framework/errors.ts'
import {
  choiceField,
  fileField,
  flagField,
  optional,
  parsedField,
  textField,
} from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const KINDS: readonly Ingest['kind'][] = ['primary', 'trailer', 'preview']
/** A terminal lists this many damaged places; --json lists all. */
const MAX_DAMAGES = 10
const PHASES = { encode: 'Encoding', store: 'Storing' }
/** The first hundred steps are the encoding, the second hundred the storing. */
const HUNDREDTHS = { encode: 0, store: 100, total: 200 }

const intro = parsedField(
  'START-END',
  'the part that players offer to skip: 0:30-1:45, or in seconds 30-105',
  given => {
    const span = parseClockSpan(toLatinDigits(given))
    if (span) return span
    throw new UsageError('write two times, the earlier one first, such as 0:30-1:45 or 30-105.')
  },
)
const credits = parsedField(
  'START',
  'the time at which the next episode is offered: 1:32:10, or in seconds',
  given => {
    const seconds = parseClock(toLatinDigits(given))
    if (seconds !== null) return seconds
    throw new UsageError('write a time, such as 1:32:10 or 5530.')
  },
)

const audio = parsedField(
  'TRACK=LANGUAGE',
  `languages and kinds of audio tracks, counted from 1, if the file has none or wrong ones, or none to leave a track out: 1=fa,2=fa:description,3=none; kinds: main, ${AUDIO_KINDS.join(', ')}`,
  given => {
    const found = audioCorrections(toLatinDigits(given))
    if (found) return found
    throw new UsageError(
      `write each track number once with its language, such as 1=fa,2=fa:description,3=en:commentary,4=none; kinds are main, ${AUDIO_KINDS.join(', ')}.`,
    )
  },
)

type Taken = IngestReport['taken'][number]
type Omitted = IngestReport['omitted'][number]

const LABELS = {
  video: 'Picture track',
  audio: 'Audio track',
  captions: 'Caption track',
  data: 'Data track',
  attachment: 'Attachment',
}

/** `Pictures (h264)`, `Audio track 2 (ac3)` and `Captions film.fa.srt`; pictures that are left out have a number too. */
function nameOf(it: Taken | Omitted): string {
  const { type, track, file, codec } = it
  if (file !== undefined) return `Captions ${file}`
  const isTakenVideo = type === 'video' && !('reason' in it)
  const name = isTakenVideo ? 'Pictures' : `${LABELS[type]} ${track}`
  return codec ? `${name} (${codec})` : name
}

/** `programme 101 (IRIB1)` */
const programName = ({ number, name }: NonNullable<Taken['program']>) =>
  `programme ${number}${name ? ` (${name})` : ''}`

const idOf = ({ language, kind }: Taken | Omitted) =>
  language === undefined ? '' : kind ? `${language}, ${kind}` : language

/** Says what of the file is used, and what was changed about it. */
function takenLine(it: Taken): string {
  const { delay = 0, silence, surplus, droppedCues, cutCues } = it
  const notes = [
    ...(it.undecodable
      ? [`${it.undecodable} s before the first keyframe cannot be decoded, and are cut`]
      : []),
    ...(it.isLanguageAssumed ? ['the file does not state its language'] : []),
    ...(delay > 0 ? [`begins with ${delay} s of silence, as in the file`] : []),
    ...(delay < 0 ? [`${-delay} s before the first picture are cut`] : []),
    ...(silence ? [`ends ${silence} s before the pictures`] : []),
    ...(surplus ? [`${surplus} s after the last picture are cut`] : []),
    ...(droppedCues ? [`${droppedCues} cues outside the time of the pictures were left out`] : []),
    ...(cutCues ? [`${cutCues} cues that outlast the pictures are cut`] : []),
  ]
  const id = it.program ? programName(it.program) : idOf(it)
  return line`Taken: ${nameOf(it)}${id ? `: ${id}` : ''}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
}

function cueNotes(it: Taken): string[] {
  const { cueOmissions: omissions = [], badLines = [] } = it
  return captionNotes(it.file ?? nameOf(it), { omissions, badLines })
}

/** Says what was left out and why, and how to include it. */
function omittedLine(it: Omitted): string {
  const { reason, detail, track } = it
  const why = {
    double: () => {
      if (detail) return `${detail}.`
      const same = `another one is also ${it.kind ?? 'main'} in ${it.language}.`
      return it.type === 'audio'
        ? `${same} Use --audio ${track}=… to give it another language or kind.`
        : `${same} Add it with ./pardeh captions set, in another language or kind.`
    },
    one_track: () =>
      'an audio book has only one. To use this one, give a file in which it comes first.',
    unwanted: () => '--audio says so.',
    undecodable: () => `${detail ?? 'ffmpeg cannot decode it'}.`,
    bitmap: () =>
      'it consists of pictures, not of text. Add a text file with ./pardeh captions set.',
    other_pictures: () => 'a video has one track of pictures, and another one is larger.',
    other_program: () =>
      `it belongs to ${it.program ? programName(it.program) : 'another programme'}, and a video has one. To publish that one, give its programme as a file of its own.`,
    no_media: () => 'it is neither pictures, sound nor captions.',
    unusable: () => `${detail ?? 'it cannot be read'}.`,
  }[reason]()
  const id = idOf(it)
  return line`${nameOf(it)}${id ? ` in ${id}` : ''} was left out: ${why}`
}

/** Names of the fields as the other commands print them. */
function toJson({ taken, omitted }: IngestReport) {
  return {
    taken: taken.map(it => {
      const { isLanguageAssumed, delay, silence, surplus, droppedCues, cutCues, ...rest } = it
      const { undecodable, cueOmissions, badLines, ...id } = rest
      return {
        ...id,
        language_is_assumed: isLanguageAssumed,
        delay_seconds: delay,
        silence_seconds: silence,
        cut_seconds: surplus,
        undecodable_seconds: undecodable,
        dropped_cues: droppedCues,
        cut_cues: cutCues,
        omitted_cues: cueOmissions,
        bad_lines: badLines,
      }
    }),
    omitted: omitted.map(({ isNamed, ...it }) => ({ ...it, is_named: isNamed ?? false })),
  }
}

const advertName = parsedField(
  'NAME',
  'instead of a title: an advert, which the advert server names by the URL that is printed',
  given => {
    if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(given)) return given
    throw new UsageError('write at most 40 small Latin letters, digits and hyphens.')
  },
)

export default {
  refusals: [IngestError, SourceError],
  failures: [FfmpegError, MediaStoreError],
  only: defineAction({
    summary: 'Encodes a video file for a title, or as an advert',
    details: 'FFMPEG_PATH names the ffmpeg program, unless it is the one of the system.',
    args: {
      video: fileField(
        'VIDEO',
        'any file that ffmpeg reads, audio only for an audio book; captions are read from VIDEO-NAME.fa.vtt or .srt next to it',
      ),
    },
    options: {
      content: optional(
        textField('ID', 'the external_id or the id in the address of a film or episode'),
      ),
      advert: optional(advertName),
      kind: optional(choiceField('KIND', 'the role of the video', KINDS), 'primary'),
      preset: optional(
        textField(
          'PRESET',
          'the preset of x264 and x265: faster presets take less time, slower ones make smaller files',
        ),
        'medium',
      ),
      audio: optional(audio, []),
      hevc: flagField(
        'also makes renditions in HEVC, with 10 bits if the video is HDR10 or HLG; takes several times as long and needs an ffmpeg with libx265',
      ),
      intro: optional(intro),
      credits: optional(credits),
      'allow-partial': flagField(
        'ends with 0 even if a track of --audio or captions next to the video cannot be used',
      ),
    },
    effect: 'changes',
    transaction: 'own',
    run: async ({ deps, isDryRun, progress }, input) => {
      const { video, content, advert, kind, preset, audio, hevc, intro, credits } = input
      const allowsPartial = input['allow-partial']
      if ((content === null) === (advert === null))
        throw new UsageError('give either --content ID or --advert NAME.')
      if (advert !== null && (kind !== 'primary' || audio.length > 0 || hevc || intro || credits))
        throw new UsageError('--advert goes with --preset alone: the other options are for titles.')
      const { env, db, invalidate } = deps
      const captions: { file: string; encoding: string }[] = []
      /** Damaged places by their second. */
      const damages = new Map<number, string>()
      const reused: string[] = []
      const task = content === null ? `advert ${advert}` : `${content} ${kind}`
      const run = { command: 'ingest', task, isDryRun } as const
      const work = {
        preset,
        isDryRun,
        store: openMediaStore(env, 'command'),
        workDir: join(env.DATA_DIR, 'ingest'),
        ffmpeg: openFfmpeg(env.FFMPEG_PATH),
        video,
        onEncoding: (file: string, encoding: string) => captions.push({ file, encoding }),
        onReuse(parts: string[]) {
          reused.push(...parts)
          progress(`Reusing ${parts.join(', ')}`, 1)
        },
        onDamage: (text: string, seconds: number) => damages.set(Math.floor(seconds), text),
      }
      const { title, stream, wasThere, report } = await withRun(deps, run, count => {
        const onProgress: Ingest['onProgress'] = (done, phase) => {
          count(HUNDREDTHS[phase] + done * 100, HUNDREDTHS.total)
          progress(PHASES[phase], done)
        }
        if (content === null) return ingestAdvert({ ...work, advert: advert ?? '', onProgress })
        const forTitle = { db, invalidate, content, kind, marks: { intro, credits } }
        const tracks = { audioCorrections: audio, hasHevc: hevc }
        return ingestVideo({ ...work, ...forTitle, ...tracks, onProgress })
      })
      const url = `${env.MEDIA_BASE_URL || env.SITE_URL || ''}/media/${stream}/master.m3u8`
      const done = wasThere ? 'Already there' : isDryRun ? 'To be encoded' : 'Done'
      return {
        data: {
          ...{ title, stream, was_there: wasThere, reused, captions, ...toJson(report) },
          ...(content === null && { url }),
          ...{ intro, credits_at: credits },
          damages: [...damages].map(([at_seconds, text]) => ({ at_seconds, text })),
        },
        print: [
          ...[...damages]
            .slice(0, MAX_DAMAGES)
            .map(
              ([seconds, text]) =>
                line`Damaged at about ${webVttTime(seconds).slice(0, 8)}: ${text}`,
            ),
          ...(damages.size > MAX_DAMAGES
            ? [
                `… and at ${damages.size - MAX_DAMAGES} further places. Watch them before you publish the video.`,
              ]
            : []),
          ...(reused.length > 0 ? [`Reused from the interrupted run: ${reused.join(', ')}.`] : []),
          ...report.taken.flatMap(it => [takenLine(it), ...cueNotes(it)]),
          ...report.omitted.map(omittedLine),
          ...captions.map(({ file, encoding }) => line`${file} was read as ${encoding}.`),
          ...(intro
            ? [`The intro is from ${formatMarkTime(intro.start)} to ${formatMarkTime(intro.end)}.`]
            : []),
          ...(credits === null ? [] : [`The credits begin at ${formatMarkTime(credits)}.`]),
          content === null
            ? line`${done}: the advert server names ${url}`
            : line`${done}: "${title}" plays ${stream}`,
        ],
        isIncomplete: !allowsPartial && lacksNamedPart(report),
        audit: {
          target: content ?? stream,
          details: content === null ? { stream } : { kind, stream },
        },
      }
    },
  }),
} satisfies Noun
