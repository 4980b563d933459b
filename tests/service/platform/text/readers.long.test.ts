import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileError } from '#src/service/catalogue/import/problem.ts'
import { SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { UsageError } from '#src/service/operations/cli/framework/errors.ts'
import { parseInput } from '#src/service/operations/cli/framework/input-file.ts'
import { plainXml } from '#src/service/platform/adapters/adverts/vast.ts'
import { TextError, textPage } from '#src/service/platform/brand/text-page.ts'
import { PROJECT_ROOT } from '#src/service/platform/project-root.ts'
import { decodeText } from '#src/service/platform/text/decode-text.ts'
import { XmlError } from '#src/service/platform/text/read-xml.ts'
import { HomeFile } from '#src/service/storefront/home-file.ts'
import { LiveError } from '#src/service/watching/live/live-error.ts'
import { parseXmltv } from '#src/service/watching/live/xmltv.ts'
import { damagedCopy } from '#tests/support/fuzz/mutations.ts'
import { randomFrom, seedOfRun } from '#tests/support/fuzz/random.ts'
import { aGuide, GUIDE_OF_A_DAY } from '#tests/support/guides.ts'
import { readImportFile } from '#tests/support/import-file.ts'

/** Copies of each kind of file: half a minute of work. */
const COPIES = 2_000
const seed = seedOfRun()
const read = (...path: string[]) => readFileSync(join(PROJECT_ROOT, ...path))
const demoLines = read('demo/catalogue/films.jsonl').toString().split('\n').slice(0, 4)
const [survey = ''] = readdirSync(join(PROJECT_ROOT, 'demo/catalogue/surveys'))
const FAQ = read('brand/en/faq.md')
const VALUES = Object.fromEntries(
  [...FAQ.toString().matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, 'A']),
)
const VAST = `<?xml version="1.0"?><VAST version="3.0"><Ad id="1"><InLine><AdTitle>A &amp; B</AdTitle><Creatives><Creative><Linear>
<Duration>00:00:30</Duration><MediaFiles><MediaFile type="application/x-mpegURL"><![CDATA[https://a.example/x.m3u8]]></MediaFile>
</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`

type Kind = {
  name: string
  file: Buffer
  read: (copy: Buffer) => unknown
  /** Errors whose text tells the operator what is wrong. */
  refusals: (new (
    ...given: never[]
  ) => Error)[]
}

/** Each line or row is a record, or has a problem with its number. */
async function readRecords(name: string, copy: Buffer): Promise<void> {
  const { records, problems, lines } = await readImportFile(name, copy)
  expect(records.length + problems.length).toBe(lines)
  for (const { line, reason } of problems) expect([line > 0, reason !== '']).toEqual([true, true])
  expect(JSON.stringify(records)).not.toMatch(/\\u0000|\ufffd/)
}

const KINDS: Kind[] = [
  {
    name: 'an import of lines',
    file: Buffer.from(demoLines.join('\n')),
    read: copy => readRecords('a.jsonl', copy),
    refusals: [],
  },
  {
    name: 'an import of rows',
    file: read('tests/cases/import/exported-saved-by-libreoffice.csv').subarray(0, 6_000),
    read: copy => readRecords('a.csv', copy),
    refusals: [FileError],
  },
  {
    name: 'a guide',
    file: Buffer.from(aGuide(...GUIDE_OF_A_DAY)),
    read: copy => {
      const { text } = decodeText(copy, { language: 'fa' })
      const { entries, leftOut } = parseXmltv(text, null)
      // A programme in a comment or in another element is none.
      expect(entries.length + leftOut.length).toBeLessThanOrEqual(text.split('<programme').length)
      for (const { startsAt, endsAt } of entries) expect(endsAt > startsAt).toBe(true)
    },
    refusals: [LiveError],
  },
  {
    name: 'an advert',
    file: Buffer.from(VAST),
    read: copy => plainXml(copy.toString()),
    refusals: [XmlError],
  },
  {
    name: 'a text of the brand',
    file: FAQ,
    read: copy =>
      textPage(copy.toString(), { language: 'en', values: VALUES, hasDirectDebit: true }),
    refusals: [TextError],
  },
  {
    name: 'a home page',
    file: read('demo/catalogue/home.json'),
    read: copy => parseInput(decodeText(copy, { language: 'fa' }).text, 'home.json', HomeFile),
    refusals: [UsageError],
  },
  {
    name: 'a survey',
    file: read('demo/catalogue/surveys', survey),
    read: copy => parseInput(decodeText(copy, { language: 'fa' }).text, 'survey.json', SurveyFile),
    refusals: [UsageError],
  },
]

test.each(KINDS)(
  'damaged copies of $name are read, or refused with a reason',
  {
    timeout: 240_000,
  },
  async ({ file, read, refusals }) => {
    const random = randomFrom(seed)
    for (let copy = 0; copy < COPIES; copy++) {
      try {
        await read(damagedCopy(file, random))
      } catch (error) {
        const isRefusal = refusals.some(kind => error instanceof kind)
        if (!isRefusal || (error as Error).message === '')
          throw new Error(`copy ${copy} of FUZZ_SEED=${seed}`, { cause: error })
      }
    }
  },
)
