import { basename } from 'node:path'
import { CAPTION_KINDS, type CaptionKind } from '#src/contract/track-kinds.ts'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '../../../platform/adapters/media-store/open-media-store.ts'
import { captionNotes } from '../../../watching/ingest/caption-notes.ts'
import { isLostCue } from '../../../watching/ingest/cue-formats/cue.ts'
import {
  type EditedTitle,
  listCaptions,
  removeCaptions,
  setCaptions,
  shiftCaptions,
} from '../../../watching/ingest/edit-captions.ts'
import { IngestError } from '../../../watching/ingest/ingest-error.ts'
import { toBcp47 } from '../../../watching/ingest/language-tags.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
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

const KINDS: readonly EditedTitle['kind'][] = ['primary', 'trailer', 'preview']
const MAX_SHIFT_SECONDS = 3_600

const args = {
  content: textField('ID', 'the external_id or the id in the address of a film or episode'),
}
const language = parsedField(
  'LANGUAGE',
  'the language of the captions, such as fa, en or ckb',
  given => {
    const known = toBcp47(given)
    if (known) return known
    throw new UsageError('write a language code such as fa, en or ckb.')
  },
)
const options = {
  kind: optional(choiceField('KIND', 'which of the title’s videos', KINDS), 'primary'),
}
const type = optional(
  choiceField(
    'TYPE',
    'sdh describes sounds for the deaf; forced is shown if no captions are chosen',
    ['full', ...CAPTION_KINDS] as const,
  ),
  'full',
)
const idOf = (language: string, type: 'full' | CaptionKind) =>
  type === 'full' ? { language } : { language, kind: type }
const spoken = (language: string, type: 'full' | CaptionKind) =>
  type === 'full' ? language : `${language} (${type})`
const by = parsedField(
  'SECONDS',
  'how much later the captions appear; a negative number makes them earlier: --by=-1.5',
  given => {
    const seconds = Number(given)
    if (given.trim() !== '' && Math.abs(seconds) <= MAX_SHIFT_SECONDS && seconds !== 0)
      return seconds
    throw new UsageError(
      `write a number of seconds from -${MAX_SHIFT_SECONDS} to ${MAX_SHIFT_SECONDS}, except 0.`,
    )
  },
)

export default {
  refusals: [IngestError],
  failures: [MediaStoreError],
  actions: {
    list: defineAction({
      summary: 'Lists the captions of a title',
      args,
      options,
      effect: 'reads',
      run: async ({ deps }, { content, kind }) => {
        const found = await listCaptions(titleOf(deps, { content, kind, isDryRun: true }))
        return {
          data: {
            captions: found.map(({ language, kind, title }) => ({
              language,
              type: kind ?? 'full',
              title,
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
    set: defineAction({
      summary: 'Adds or replaces the captions of a language and type from a file',
      details:
        'Reads srt, vtt, ass, ssa and TTML (ttml, dfxp) in UTF-8, UTF-16, Windows-1256 and other encodings. Lists the cues that were left out; if viewers miss some of them, the exit code is 1.',
      args: { ...args, file: fileField('FILE', 'the file with the captions') },
      options: {
        ...options,
        language,
        type,
        'allow-partial': flagField('ends with exit code 0 although cues were left out'),
      },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { content, kind, file, language, type, ...given }) => {
        const title = titleOf(deps, { content, kind, isDryRun })
        const captions = await setCaptions(title, { ...idOf(language, type), file })
        const { encoding, badLines, omissions } = captions
        const cues = captions.cues.length
        return {
          data: { language, type, encoding, cues, bad_lines: badLines, omitted: omissions },
          print: [
            line`${counted(cues, 'caption')} in ${spoken(language, type)}, read as ${encoding}`,
            ...captionNotes(basename(file), captions),
          ],
          isIncomplete: omissions.some(isLostCue) && !given['allow-partial'],
          audit: { target: content, details: { kind, language, type, cues } },
        }
      },
    }),
    shift: defineAction({
      summary: 'Moves the captions of a language in time',
      args,
      options: {
        ...options,
        language,
        type,
        by,
        'allow-partial': flagField('removes captions that would end before the video begins'),
      },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { content, kind, language, type, by, ...given }) => {
        const allowPartial = given['allow-partial']
        const title = titleOf(deps, { content, kind, isDryRun })
        const { removed, preview } = await shiftCaptions(title, {
          ...idOf(language, type),
          by,
          allowPartial,
        })
        return {
          data: { language, type, by, removed, preview },
          print: [
            line`The captions in ${spoken(language, type)} are ${Math.abs(by)} s ${by > 0 ? 'later' : 'earlier'}.`,
            ...removed.map(cue => line`Removed: ${cue}`),
          ],
          audit: { target: content, details: { kind, language, type, by } },
        }
      },
    }),
    remove: defineAction({
      summary: 'Removes the captions of a language',
      args,
      options: { ...options, language, type },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { content, kind, language, type }) => {
        await removeCaptions(titleOf(deps, { content, kind, isDryRun }), idOf(language, type))
        return {
          data: { language, type },
          print: [line`The captions in ${spoken(language, type)} are removed.`],
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
