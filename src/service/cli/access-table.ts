/** npm run access-table: writes docs/access.md from the code that decides. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { accessTable } from '../access/table.ts'

const file = resolve(import.meta.dirname, '../../../docs/access.md')
writeFileSync(file, accessTable())
process.stdout.write(`${file}\n`)
