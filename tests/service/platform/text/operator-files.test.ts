/** Every reader of an operator's file decodes it alike, and names the line of a letter that cannot be decoded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { decodeInput, readInputFile } from '#src/service/operations/cli/framework/input-file.ts'
import { findNetwork } from '#src/service/platform/adapters/networks/networks.ts'
import { inspectBrand } from '#src/service/platform/brand/read-brand.ts'
import { MessageFile } from '#src/service/storefront/system-message.ts'
import { readCaptions } from '#src/service/watching/ingest/cue-formats/read-captions.ts'
import { parseXmltv } from '#src/service/watching/live/xmltv.ts'
import { secondBrand } from '#tests/support/brand.ts'
import { readImportFile } from '#tests/support/import-file.ts'
import { bytesOf1256 } from '#tests/support/windows-1256.ts'

/** Windows-1256 has all of these letters. */
const WORDS = 'سلام دنيا، پنج ژاله گفت'

const folder = mkdtempSync(join(tmpdir(), 'operator-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function aFile(name: string, bytes: Uint8Array): string {
  count += 1
  const file = join(folder, String(count), name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return file
}

/** What a reader took, and what it says about lines that it cannot decode. */
type Reading = { taken: string; named: string }
type Reader = {
  name: string
  /** The file with these words. */
  file: (words: string) => string
  read: (bytes: Uint8Array) => Reading | Promise<Reading>
  /** Number of the line with the words. */
  line: number
}

function tried(read: () => unknown): Reading {
  try {
    return { taken: JSON.stringify(read()), named: '' }
  } catch (error) {
    return { taken: '', named: (error as Error).message }
  }
}

function brandWith(name: string, bytes: Uint8Array): Reading {
  const at = dirname(aFile('mark', Buffer.of()))
  secondBrand(at)
  mkdirSync(dirname(join(at, name)), { recursive: true })
  writeFileSync(join(at, name), bytes)
  const { brand, problems } = inspectBrand(at)
  return {
    taken: JSON.stringify([brand.slogan, brand.texts.about]),
    named: problems.filter(problem => problem.includes('damaged')).join('\n'),
  }
}

async function records(name: string, bytes: Uint8Array): Promise<Reading> {
  const { records: taken, problems } = await readImportFile(name, Buffer.from(bytes))
  const named = problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n')
  return { taken: JSON.stringify(taken), named }
}

const READERS: Reader[] = [
  {
    name: 'captions',
    file: words => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`,
    read: bytes => {
      const { cues, badLines } = readCaptions({ bytes, name: 'film.fa.srt', language: 'fa' })
      return { taken: JSON.stringify(cues), named: badLines.map(at => `line ${at}`).join() }
    },
    line: 3,
  },
  {
    name: 'an import in CSV',
    file: words => `external_id,type,title.fa,title.en,year\na-1,single_video,${words},Test,2020\n`,
    read: bytes => records('films.csv', bytes),
    line: 2,
  },
  {
    name: 'an import in JSON lines',
    file: words =>
      `{"kind":"title","type":"single_video","external_id":"a-1","title":{"fa":"${words}","en":"Test"},"year":2020}\n`,
    read: bytes => records('films.jsonl', bytes),
    line: 1,
  },
  {
    name: 'a guide',
    file: words =>
      `<tv>\n<programme start="20260321120000" stop="20260321130000" channel="a"><title>${words}</title></programme>\n</tv>\n`,
    read: bytes => {
      const guide = parseXmltv(decodeInput(aFile('guide.xml', bytes)).text, null)
      const named = guide.leftOut.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n')
      return { taken: JSON.stringify(guide.entries), named }
    },
    line: 2,
  },
  {
    name: 'a message of the system',
    file: words => `en: Hello\nfa: ${words}\n`,
    read: bytes => tried(() => readInputFile(aFile('message.yaml', bytes), MessageFile).data),
    line: 2,
  },
  {
    name: 'a survey',
    file: words =>
      `ref: best\ntitle:\n  en: Best film\n  fa: ${words}\nvotes_total: 1\nvotes_per_item: 1\nparticipants:\n  - title: { fa: الف, en: A }\n  - title: { fa: ب, en: B }\n`,
    read: bytes => tried(() => readInputFile(aFile('survey.yaml', bytes), SurveyFile).data),
    line: 4,
  },
  {
    name: 'the file of the brand',
    file: words =>
      `name: { fa: شب, en: Night }\nslogan:\n  en: Light\n  fa: ${words}\ndescription: { fa: شب, en: Night }\n`,
    read: bytes => brandWith('brand.yaml', bytes),
    line: 4,
  },
  {
    name: 'a text of the brand',
    file: words => `# درباره\n\n${words}\n`,
    read: bytes => brandWith('fa/about.md', bytes),
    line: 3,
  },
]

const utf16 = (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')])

describe.each(READERS)('$name', ({ file, read, line }) => {
  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', utf16],
    ['Windows-1256', bytesOf1256],
  ])('in %s keeps its words', async (_, encode) => {
    const { taken, named } = await read(encode(file(WORDS)))
    // Imports and guides write Arabic letters as Persian ones.
    expect(taken.replaceAll('ی', 'ي')).toContain(WORDS)
    expect(named).toBe('')
  })

  test('in UTF-8 with a bad byte names the line, and no other encoding is guessed', async () => {
    const [before = '', after = ''] = file(`${WORDS} | ${WORDS}`).split(' | ')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)])
    const { taken, named } = await read(bytes)
    expect(named).toMatch(new RegExp(`(?:line |:)${line}\\b`))
    expect(taken).not.toMatch(/[ظط][\u00a0-\u02ff€‚„…]/)
  })
})

test('the table of networks is decoded alike', () => {
  const row = `192.0.2.0/24,IR,${WORDS}\n`
  for (const bytes of [Buffer.from(row), utf16(row)])
    expect(findNetwork(aFile('networks.csv', bytes), '192.0.2.7').provider).toBe(WORDS)
})
