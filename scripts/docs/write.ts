/** `npm run docs`: writes every generated document. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { accessTable } from '#src/service/accounts/access/access-table.ts'
import { formatSchema, importSchemaText } from '#src/service/catalogue/import/schema.ts'
import { packagesSchema } from '#src/service/commerce/checkout/packages-file.ts'
import { permissions } from './permissions.ts'
import { retentionDocument } from './retention.ts'
import { settingsDocument, settingsExample } from './settings.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
/** Functions that generate the text of a document, by its path. */
export const DOCUMENTS: Record<string, () => string> = {
  'docs/access.md': accessTable,
  'docs/import.schema.json': importSchemaText,
  'docs/packages.schema.json': () => formatSchema(packagesSchema()),
  'docs/permissions.md': permissions,
  'docs/retention.md': retentionDocument,
  'docs/settings.md': settingsDocument,
  '.env.example': settingsExample,
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(DOCUMENTS)) {
    writeFileSync(join(ROOT, path), text())
    console.log(path)
  }
}
