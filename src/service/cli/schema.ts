/** npm run schema: writes docs/import.schema.json from the import format. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importSchemaText } from '../import/schema.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { line, say } from './terminal.ts'

const file = join(PROJECT_ROOT, 'docs/import.schema.json')
writeFileSync(file, importSchemaText())
say(line`${file}`)
