import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCaptionFiles } from '#src/service/watching/ingest/caption-files.ts'
import { trackKey } from '#src/service/watching/ingest/track-name.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caption-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function findAmong(...names: string[]) {
  for (const name of ['film.mp4', ...names]) await writeFile(join(folder, name), '')
  const { files, omitted } = await findCaptionFiles(join(folder, 'film.mp4'))
  return {
    files: files.map(file => `${trackKey(file)}: ${basename(file.path)}`),
    omitted: omitted.map(({ file, reason, detail }) => [file, reason, ...(detail ? [detail] : [])]),
  }
}

test.each([
  ['film.srt', 'fa'],
  ['film.SRT', 'fa'],
  ['Film.en.srt', 'en'],
  ['film.EN.srt', 'en'],
  ['film.fa.Vtt', 'fa'],
  ['film.en-US.srt', 'en'],
  ['film.fa_IR.ass', 'fa'],
  ['film.per.srt', 'fa'],
  ['film.English.srt', 'en'],
  ['film.فارسی.srt', 'fa'],
  ['film.en.SDH.srt', 'en-sdh'],
  ['film.sdh.en.srt', 'en-sdh'],
  ['film.en.cc.srt', 'en-sdh'],
  ['film.Forced.srt', 'fa-forced'],
  ['film.zh-Hant.DFXP', 'zh'],
])('%s is "%s"', async (name, key) => {
  expect(await findAmong(name)).toEqual({ files: [`${key}: ${name}`], omitted: [] })
})

test('files of two regions are both used, and the one without a region has the bare language', async () => {
  const { files, omitted } = await findAmong('film.fa-IR.srt', 'film.fa.SRT', 'film.fa.vtt')
  expect(files).toEqual(['fa-IR: film.fa-IR.srt', 'fa: film.fa.SRT'])
  expect(omitted).toEqual([['film.fa.vtt', 'double']])
})

test('a name that is not understood is reported, and files of other videos are not', async () => {
  const names = ['film.final.srt', 'film.part2.mp4', 'film.part2.srt', 'film2.srt', 'film.fa.txt']
  expect(await findAmong(...names)).toEqual({
    files: [],
    omitted: [
      [
        'film.final.srt',
        'unusable',
        '"final" in its name is neither a language nor one of sdh, forced',
      ],
    ],
  })
})
