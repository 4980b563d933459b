/** npm run access-table: writes docs/access.md from the code that decides. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { accessTable } from '../access/access-table.ts'
import { line, say } from './terminal.ts'

const file = resolve(import.meta.dirname, '../../../docs/access.md')
writeFileSync(file, accessTable())
say(line`${file}`)
