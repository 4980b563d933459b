import { resolve } from 'node:path'
import { isField, readValue, setAt, textOf } from '../../../import/field-value.ts'
import { picturesFrom } from '../../../import/import-file.ts'
import { createImporter } from '../../../import/importer.ts'
import { previewOf } from '../../../import/patch.ts'
import type { Problem } from '../../../import/problem.ts'
import { PATCHED_KINDS, type Patch } from '../../../import/work.ts'
import type { Context } from '../../framework/context.ts'
import { UsageError } from '../../framework/errors.ts'
import { choice, flag, optional, several, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { line } from '../../terminal.ts'
import { runFile, told } from './import.ts'

export const patchAction = action({
  summary: 'Changes the fields that are given, and nothing else',
  details: `FIELD=VALUE, with the fields of docs/import.md: year=2020, genres=drama,war, media.stream=films/rain, poster=new.jpg. FIELD= removes it.
An episode is named by its own id. A file has lines such as {"external_id":"rain-1","year":2020}, where null removes a field, or is
a table with only the columns to change, where - removes one.`,
  args: {
    id: optional(word('ID', 'of a title, episode, artist or category')),
    changes: optional(several(word('FIELD=VALUE', 'what is to be')), []),
  },
  options: {
    kind: optional(choice('KIND', 'where an id names several things', PATCHED_KINDS)),
    file: optional(word('FILE', 'many changes: JSON Lines or .csv; - reads standard input')),
    csv: flag('the file is a table, whatever its name'),
  },
  effect: 'changes',
  transaction: 'own',
  run: async (context, { id, changes, kind, file, csv }) => {
    if (file !== null) {
      if (id !== null) throw new UsageError('--file stands alone: its lines name what they change.')
      return runFile(context, { file, isCsv: csv, isPatch: true })
    }
    if (id === null || changes.length === 0)
      throw new UsageError('ID and FIELD=VALUE are missing, or --file.')
    return told(
      patchOne(context, { kind: kind ?? undefined, external_id: id, ...fieldsOf(changes) }),
    )
  },
})

const PICTURES = /^(poster|backdrop|image)$/
const STORED = /^(demo|stored):/

function fieldsOf(changes: readonly string[]): Pick<Patch, 'fields'> {
  const fields: Patch['fields'] = {}
  for (const change of changes) {
    const [, path, text] = /^([\w.]+)=(.*)$/s.exec(change) ?? []
    if (!path || text === undefined) throw new UsageError(line`${change} is to be FIELD=VALUE.`)
    if (!isField(path))
      throw new UsageError(line`${path} is no field of the format (docs/import.md).`)
    const isFile = PICTURES.test(path) && text !== '' && !STORED.test(text)
    const value = isFile ? resolve(text) : readValue(path, text)
    setAt(fields, path, text === '' ? null : value)
  }
  return { fields }
}

async function patchOne({ deps, isDryRun }: Context, patch: Patch): Promise<Result> {
  const problems: Problem[] = []
  const preview = await previewOf(deps.db, patch)
  const importer = await createImporter(deps, {
    // A picture on the command line may be in any folder.
    pictures: picturesFrom(deps, '/'),
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
        ? [line`${external_id} is like that already.`]
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
  const letters = [...textOf(value)]
  if (letters.length === 0) return null
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : letters.join('')
}
