/** npm run schema: writes docs/import.schema.json from the import format. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { importSchemaText } from '../import/schema.ts'
import { line, say } from './terminal.ts'

const file = resolve(import.meta.dirname, '../../../docs/import.schema.json')
writeFileSync(file, importSchemaText())
say(line`${file}`)
