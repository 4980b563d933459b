import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ImportArtist, ImportEpisode, ImportSeason, ImportTitle } from '#src/contract/import.ts'
import { linesOf } from '#src/service/import/lines.ts'
import { progressLine, summaryLines } from '#src/service/import/progress.ts'
import { importSchemaText } from '#src/service/import/schema.ts'
import { emptySummary } from '#src/service/import/work.ts'

const docs = resolve(import.meta.dirname, '../../../docs')

describe('the documentation', () => {
  test('has the schema that the import takes, formatted: npm run schema', () => {
    const committed = readFileSync(resolve(docs, 'import.schema.json'), 'utf8')
    expect(committed === importSchemaText(), 'npm run schema writes it').toBe(true)
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
    for await (const { number, text } of linesOf(source())) lines.push([number, text])
    return lines
  }

  test('are counted from one, however the file is cut into pieces', async () => {
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

  test('longer than 4 MB are given up, and the next are read', async () => {
    const long = 'x'.repeat(1024 * 1024)
    expect(await read(long, long, long, long, long, '\nnext')).toEqual([
      [1, null],
      [2, 'next'],
    ])
  })
})

describe('the progress', () => {
  const summary = { ...emptySummary(), created: 450, rejected: 50 }

  test('says how far it is, how fast, and how long it takes yet', () => {
    expect(progressLine({ bytes: 250, size: 1_000, seconds: 5, summary })).toBe(
      '██████░░░░░░░░░░░░░░░░░░ 25%, 500 lines, 100 a second, 15 s left',
    )
  })

  test('says how many lines where nobody knows how many there are', () => {
    expect(progressLine({ bytes: 250, size: null, seconds: 5, summary })).toBe(
      '500 lines, 100 a second',
    )
  })

  test('ends with what was new, changed, unchanged and refused', () => {
    expect(summaryLines(summary)).toEqual([
      ...['new        450', 'changed    0', 'unchanged  0', 'rejected   50'],
    ])
  })
})
