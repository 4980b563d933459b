/** npm run docs: writes every generated document. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { accessTable } from '#src/service/access/access-table.ts'
import { packagesSchema } from '#src/service/checkout/packages-file.ts'
import { importSchemaText, schemaText } from '#src/service/import/schema.ts'
import { apiDocument } from './api.ts'
import { permissions } from './permissions.ts'
import { retentionDocument } from './retention.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
/** Path of a document and the function that generates its text. */
export const DOCUMENTS: Record<string, () => string> = {
  'docs/access.md': accessTable,
  'docs/api.md': apiDocument,
  'docs/import.schema.json': importSchemaText,
  'docs/packages.schema.json': () => schemaText(packagesSchema()),
  'docs/permissions.md': permissions,
  'docs/retention.md': retentionDocument,
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(DOCUMENTS)) {
    writeFileSync(join(ROOT, path), text())
    console.log(path)
  }
}
