import { sql } from 'drizzle-orm'
import { LANGUAGES } from '#src/contract/languages.ts'
import {
  cellText,
  isImportField,
  parseCell,
  setField,
} from '../../../../catalogue/import/field-value.ts'
import { openPictures } from '../../../../catalogue/import/import-file.ts'
import { createImporter } from '../../../../catalogue/import/importer.ts'
import { readPatch } from '../../../../catalogue/import/parse.ts'
import { previewPatch } from '../../../../catalogue/import/patch.ts'
import { isPictureFile } from '../../../../catalogue/import/picture-reference.ts'
import { checkPicture } from '../../../../catalogue/import/pictures.ts'
import type { Problem } from '../../../../catalogue/import/problem.ts'
import { PATCHED_KINDS, type Patch } from '../../../../catalogue/import/work.ts'
import { resolveCallerPath } from '../../framework/caller-folder.ts'
import type { Context } from '../../framework/context.ts'
import { UsageError } from '../../framework/errors.ts'
import {
  allowPartialField,
  choiceField,
  fileField,
  flagField,
  optional,
  repeatedField,
  textField,
} from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { line } from '../../terminal.ts'
import { importFileOf, withUsageErrors } from './import.ts'

export const patchAction = defineAction({
  summary: 'Changes only the given fields',
  details: `FIELD=VALUE, with the fields of docs/import.md: year=2020, genres=drama,war, media.stream=films/rain, poster=new.jpg. FIELD= removes it.
Name an episode by its own id. A file has lines such as {"external_id":"rain-1","year":2020}, where null removes a field, or is
a table that has only the columns to change; a cell with - removes the field.`,
  args: {
    id: optional(textField('ID', 'the id of a title, episode, artist or category')),
    changes: optional(repeatedField(textField('FIELD=VALUE', 'the new value of a field')), []),
  },
  options: {
    kind: optional(
      choiceField('KIND', 'the kind of record, if several have this id', PATCHED_KINDS),
    ),
    file: optional(fileField('FILE', 'many changes: JSON Lines or .csv; - reads standard input')),
    csv: flagField('reads the file as a table, whatever its name'),
    'allow-partial': allowPartialField,
  },
  effect: 'changes',
  transaction: ({ file }) => (file === null ? 'one' : 'own'),
  run: async (context, input) => {
    const { id, changes, kind, file, csv, 'allow-partial': isPartialAllowed } = input
    if (file !== null) {
      if (id !== null)
        throw new UsageError(
          'Leave out ID and FIELD=VALUE with --file: its lines name the records and fields.',
        )
      return importFileOf(context, { file, isCsv: csv, isPatch: true, isPartialAllowed })
    }
    if (id === null || changes.length === 0)
      throw new UsageError('Give ID and FIELD=VALUE, or --file.')
    const patch = readPatch(0, { kind: kind ?? undefined, external_id: id, ...fieldsOf(changes) })
    if (Array.isArray(patch))
      throw new UsageError(patch.map(({ field, reason }) => line`${field} ${reason}`).join('\n'))
    return withUsageErrors(patchOne(context, patch))
  },
})

const PICTURES = [
  'poster',
  'backdrop',
  'image',
  ...LANGUAGES.map(language => `lettering.${language}` as const),
]

export const pictureAction = defineAction({
  summary: 'Stores a picture of a title, an artist or a category in all sizes',
  args: {
    id: textField('ID', 'the id of a title, episode, artist or category'),
    field: choiceField('FIELD', 'the picture', PICTURES),
    file: fileField('FILE', 'JPEG, PNG, WebP, AVIF, GIF or TIFF, up to 40 MB'),
  },
  effect: 'changes',
  run: async (context, { id, field, file }) => {
    const fields: Patch['fields'] = {}
    setField(fields, field, file)
    if (context.isDryRun) await withUsageErrors(checkPicture(field, file))
    return withUsageErrors(patchOne(context, { external_id: id, fields }))
  },
})

function fieldsOf(changes: readonly string[]): Pick<Patch, 'fields'> {
  const fields: Patch['fields'] = {}
  for (const change of changes) {
    const [, path, text] = /^([\w.]+)=(.*)$/s.exec(change) ?? []
    if (!path || text === undefined)
      throw new UsageError(line`${change} must have the form FIELD=VALUE.`)
    if (!isImportField(path))
      throw new UsageError(line`${path} is not a field of the import format (docs/import.md).`)
    const value = isPictureFile(path, text) ? resolveCallerPath(text) : parseCell(path, text)
    setField(fields, path, text === '' ? null : value)
  }
  return { fields }
}

async function patchOne({ deps, isDryRun }: Context, patch: Patch): Promise<Result> {
  const problems: Problem[] = []
  // The transaction waits while a large picture is encoded in all sizes.
  await deps.db.execute(sql`set local idle_in_transaction_session_timeout = '5min'`)
  const preview = await previewPatch(deps.db, patch)
  const importer = await createImporter(deps, {
    // A picture on the command line may be in any folder.
    pictures: openPictures(deps, '/'),
    dryRun: isDryRun,
    onProblem: problem => void problems.push(problem),
  })
  await importer.patch(patch)
  const { changed } = await importer.finish()
  const [problem] = problems
  if (problem) throw new UsageError(line`${problem.field} ${problem.reason}`)
  const { external_id } = patch
  return {
    data: { external_id, changed: changed > 0, fields: preview },
    print:
      changed === 0
        ? [line`${external_id} already has these values.`]
        : [
            {
              columns: [{ name: 'field' }, { name: 'was' }, { name: 'is' }],
              rows: preview.map(({ field, before, after }) => [field, short(before), short(after)]),
            },
          ],
    audit: {
      target: external_id,
      details: { fields: preview.map(({ field }) => field), changed: changed > 0 },
    },
  }
}

function short(value: unknown): string | null {
  const letters = [...cellText(value)]
  if (letters.length === 0) return null
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : letters.join('')
}
