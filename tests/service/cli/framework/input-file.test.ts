import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInputFile } from '#src/service/cli/framework/input-file.ts'
import { HomeFile } from '#src/service/pages/home-file.ts'
import { MessageFile } from '#src/service/pages/system-message.ts'
import { SurveyFile } from '#src/service/surveys/survey-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-input-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(schema: Parameters<typeof readInputFile>[1], text: string): Promise<unknown> {
  const file = join(folder, 'file.json')
  await writeFile(file, text)
  return readInputFile(file, schema).data
}

const said = (schema: Parameters<typeof readInputFile>[1], text: string) =>
  read(schema, text).then(
    () => '',
    error => (error as Error).message,
  )

const HOME = `{
  "widgets": [
    { "type": "banner", "external_ids": ["rain-1"] },
    {
      "type": "video_carousel",
      "title": { "fa": "تازه‌ها", "en": "New" },
      "order": "newest",
      "colour": "red"
    },
    {
      "type": "survey",
      "title": { "fa": "نظرسنجی" }
    }
  ]
}`

test('each wrong field of a home page is told with its line', async () => {
  const text = await said(HomeFile, HOME)
  expect(text.split('\n').map(line => line.split(':').slice(0, 3).join(':'))).toEqual([
    'Nothing was changed.',
    'file.json:7: widgets[1].order',
    'file.json:8: widgets[1].colour',
    'file.json:12: widgets[2].title.en',
  ])
})

test('YAML is read like JSON, and its lines are told too', async () => {
  expect(await read(MessageFile, 'fa: سلام\nen: Hello\n')).toMatchObject({
    fa: 'سلام',
    fixed: false,
  })
  expect(await said(MessageFile, 'fa: سلام\nen: Hello\n\ntype: loud\n')).toContain(
    'file.json:4: type: ',
  )
  expect(await said(MessageFile, 'en: Hello\n')).toContain('file.json:1: fa: ')
})

test('a survey that breaks a rule between its fields names the line of one of them', async () => {
  const participants = [1, 2]
    .map(at => `{ title: { fa: 'نام ${at}', en: 'Name ${at}' } }`)
    .join(', ')
  const text = `ref: best\ntitle: { fa: بهترین, en: Best }\nvotes_total: 2\nvotes_per_item: 5\nparticipants: [${participants}]\n`
  expect(await said(SurveyFile, text)).toBe(
    'Nothing was changed.\nfile.json:4: votes_per_item: is above votes_total',
  )
})

test('a file that cannot be read says where it breaks', async () => {
  expect(await said(HomeFile, '{\n  "widgets": [\n    { "type": "banner",,\n  ]\n}')).toContain(
    'file.json:3: ',
  )
  expect(await said(HomeFile, '')).toContain('file.json:1: ')
})

test('what a file says is shown in one line, without its control characters', async () => {
  const text = await said(MessageFile, '"\\u001b[31mx": 1\n')
  expect(text).not.toContain('\u001b')
})
