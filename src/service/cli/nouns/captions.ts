import { resolve } from 'node:path'
import { CAPTION_KINDS, type CaptionKind } from '#src/contract/track-kinds.ts'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { openMediaStore } from '../../adapters/media-store/open-media-store.ts'
import {
  type EditedTitle,
  listCaptions,
  removeCaptions,
  setCaptions,
  shiftCaptions,
} from '../../ingest/edit-captions.ts'
import { FfmpegError, ffmpegAt } from '../../ingest/ffmpeg.ts'
import { IngestError } from '../../ingest/ingest-error.ts'
import { languageOf } from '../../ingest/source.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, optional, parsed, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const KINDS: readonly EditedTitle['kind'][] = ['primary', 'trailer', 'preview']
const MAX_SHIFT_SECONDS = 3_600

const args = {
  content: word('ID', 'external_id of the import, or the id in its address; a film or episode'),
}
const language = parsed('LANGUAGE', 'of the captions, such as fa, en or ckb', given => {
  const known = languageOf(given)
  if (known) return known
  throw new UsageError('is to be a code of a language, such as fa, en or ckb.')
})
const options = {
  kind: optional(choice('KIND', 'which of the title’s videos', KINDS), 'primary'),
}
const type = optional(
  choice(
    'TYPE',
    'sdh has sounds in words for the deaf; forced is shown where no captions are chosen',
    ['full', ...CAPTION_KINDS] as const,
  ),
  'full',
)
const idOf = (language: string, type: 'full' | CaptionKind) =>
  type === 'full' ? { language } : { language, kind: type }
const spoken = (language: string, type: 'full' | CaptionKind) =>
  type === 'full' ? language : `${language} (${type})`
const by = parsed('SECONDS', 'how much later they appear; below 0 is earlier: --by=-1.5', given => {
  const seconds = Number(given)
  if (given.trim() !== '' && Math.abs(seconds) <= MAX_SHIFT_SECONDS && seconds !== 0) return seconds
  throw new UsageError(`is to be a number of seconds up to ${MAX_SHIFT_SECONDS}, and not 0.`)
})

export default {
  summary: 'Captions of a title that was ingested, without encoding it again (docs/ingest.md)',
  told: [IngestError, FfmpegError, MediaStoreError],
  actions: {
    list: action({
      summary: 'The languages of its captions',
      args,
      options,
      effect: 'reads',
      run: async ({ deps }, { content, kind }) => {
        const found = await listCaptions(titleOf(deps, { content, kind, isDryRun: true }))
        return {
          data: {
            captions: found.map(({ language, kind, title }) => ({
              ...{ language, type: kind ?? 'full', title },
            })),
          },
          print: [
            {
              columns: [{ name: 'language' }, { name: 'type' }, { name: 'name' }],
              rows: found.map(({ language, kind, title }) => [language, kind ?? 'full', title]),
              none: 'It has no captions.',
            },
          ],
        }
      },
    }),
    set: action({
      summary: 'Adds or replaces the captions of a language and type by a file',
      details:
        'Reads srt, vtt, ass and TTML (ttml, dfxp) in UTF-8, UTF-16, Windows-1256 and other encodings. Needs ffmpeg.',
      args: { ...args, file: word('FILE', 'the captions') },
      options: { ...options, language, type },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { content, kind, file, language, type }) => {
        const title = titleOf(deps, { content, kind, isDryRun })
        const ffmpeg = ffmpegAt(deps.env.FFMPEG_PATH)
        const { encoding, cues } = await setCaptions(
          { ...title, ffmpeg },
          { ...idOf(language, type), file: resolve(file) },
        )
        return {
          data: { language, type, encoding, cues },
          print: [
            line`${counted(cues, 'caption')} in ${spoken(language, type)}, read as ${encoding}.`,
          ],
          audit: { target: content, details: { kind, language, type, cues } },
        }
      },
    }),
    shift: action({
      summary: 'Moves the captions of a language in time',
      args,
      options: { ...options, language, type, by },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { content, kind, language, type, by }) => {
        await shiftCaptions(titleOf(deps, { content, kind, isDryRun }), {
          ...idOf(language, type),
          by,
        })
        return {
          data: { language, type, by },
          print: [
            line`The captions in ${spoken(language, type)} are ${Math.abs(by)} s ${by > 0 ? 'later' : 'earlier'}.`,
          ],
          audit: { target: content, details: { kind, language, type, by } },
        }
      },
    }),
    remove: action({
      summary: 'Removes the captions of a language',
      args,
      options: { ...options, language, type },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { content, kind, language, type }) => {
        await removeCaptions(titleOf(deps, { content, kind, isDryRun }), idOf(language, type))
        return {
          data: { language, type },
          print: [line`There are no captions in ${spoken(language, type)} any more.`],
          audit: { target: content, details: { kind, language, type } },
        }
      },
    }),
  },
} satisfies Noun

function titleOf(
  { env, db, invalidate }: CommandDeps,
  given: Pick<EditedTitle, 'content' | 'kind' | 'isDryRun'>,
): EditedTitle {
  return { ...given, db, invalidate, store: openMediaStore(env, 'command') }
}
