import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ImportArtist, ImportEpisode, ImportSeason, ImportTitle } from '#src/contract/import.ts'
import { readLines } from '#src/service/catalogue/import/lines.ts'
import { importSchemaText } from '#src/service/catalogue/import/schema.ts'

const docs = resolve(import.meta.dirname, '../../../../docs')

describe('the documentation', () => {
  test('has the schema that the import accepts, formatted: npm run docs', () => {
    const committed = readFileSync(resolve(docs, 'import.schema.json'), 'utf8')
    expect(committed === importSchemaText(), 'npm run docs writes it').toBe(true)
  })

  test('names every field', () => {
    const text = readFileSync(resolve(docs, 'import.md'), 'utf8')
    const fields = [ImportTitle, ImportSeason, ImportEpisode, ImportArtist].flatMap(schema =>
      Object.keys(schema.shape),
    )
    const missing = fields.filter(
      field => !text.includes(`\`${field}\``) && !text.includes(`"${field}"`),
    )
    expect(missing).toEqual([])
  })
})

describe('lines of a file', () => {
  async function read(...chunks: (string | Buffer)[]) {
    async function* source() {
      for (const chunk of chunks) yield Buffer.from(chunk)
    }
    const lines = []
    for await (const { number, text } of readLines(source())) lines.push([number, text])
    return lines
  }

  test('are counted from one, however the file is split into chunks', async () => {
    expect(await read('a\nb', 'c\n\nd')).toEqual([
      [1, 'a'],
      [2, 'bc'],
      [3, ''],
      [4, 'd'],
    ])
    const whole = Buffer.from('سلام\nدنیا\n')
    expect(await read(whole.subarray(0, 3), whole.subarray(3, 12), whole.subarray(12))).toEqual([
      [1, 'سلام'],
      [2, 'دنیا'],
    ])
  })

  test('may end in CRLF and begin with a byte order mark', async () => {
    expect(await read('\ufeffa\r\nb\r\n')).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  test('longer than 4 MB are skipped, and the following lines are read', async () => {
    const long = 'x'.repeat(1024 * 1024)
    expect(await read(long, long, long, long, long, '\nnext')).toEqual([
      [1, null],
      [2, 'next'],
    ])
  })
})
