import { Readable } from 'node:stream'
import type { ImportRecord } from '#src/contract/import.ts'
import { csvRecords } from '#src/service/catalogue/import/csv.ts'
import { readLines } from '#src/service/catalogue/import/lines.ts'
import { openSource } from '#src/service/catalogue/import/open-source.ts'
import { parseJson, parseRecord } from '#src/service/catalogue/import/parse.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import { parseTable } from '#src/service/catalogue/import/table-rows.ts'

export type ReadFile = {
  encoding: string
  records: ImportRecord[]
  problems: Problem[]
  /** Number of lines or rows that are not blank. */
  lines: number
}

/** Reads the bytes of an import file as far as possible without a database. */
export async function readImportFile(name: string, bytes: Uint8Array): Promise<ReadFile> {
  const { encoding, chunks } = await openSource(Readable.from([Buffer.from(bytes)]))
  const read: ReadFile = { encoding, records: [], problems: [], lines: 0 }
  const take = (parsed: ImportRecord | Problem[]) => {
    read.lines += 1
    if (Array.isArray(parsed)) read.problems.push(...parsed.slice(0, 1))
    else read.records.push(parsed)
  }
  if (name.endsWith('.csv'))
    for await (const { number, value, problems } of parseTable(csvRecords(chunks))) {
      const named = problems.map(problem => ({ line: number, ...problem }))
      take(named.length > 0 ? named : parseRecord(number, value))
    }
  else
    for await (const { number, text } of readLines(chunks)) {
      if (text === '') continue
      const parsed = parseJson(number, text)
      take('value' in parsed ? parseRecord(number, parsed.value) : [parsed])
    }
  return read
}
