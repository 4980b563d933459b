import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  isWorkComplete,
  openWork,
  type Part,
  removeOtherWork,
} from '#src/service/watching/ingest/work.ts'

let draft: string
let made: string[]
beforeEach(async () => {
  draft = join(await mkdtemp(join(tmpdir(), 'work-')), 'film.draft')
  made = []
})

function aPart(name: string, settings: unknown = 'medium'): Part {
  return {
    name,
    settings,
    async make(folder, onDamage) {
      made.push(name)
      await writeFile(join(folder, 'seg.m4s'), `${name} of ${settings}`)
      onDamage('a fault', 12)
    },
  }
}

test('a finished part is not made again, and its damage is reported again', async () => {
  await (await openWork(draft, 'v1')).finish(aPart('480p'))
  const work = await openWork(draft, 'v1')
  expect(await work.has(aPart('480p'))).toBe(true)
  expect(await work.finish(aPart('480p'))).toEqual([{ text: 'a fault', seconds: 12 }])
  expect(made).toEqual(['480p'])
})

test('only a part with other settings is made again', async () => {
  const first = await openWork(draft, 'v1')
  await first.finish(aPart('480p'))
  await first.finish(aPart('audio-fa'))
  const work = await openWork(draft, 'v1')
  expect(await work.has(aPart('480p', 'slow'))).toBe(false)
  await work.finish(aPart('480p', 'slow'))
  await work.finish(aPart('audio-fa'))
  expect(made).toEqual(['480p', 'audio-fa', '480p'])
})

test('another version of the file starts again', async () => {
  await (await openWork(draft, 'v1')).finish(aPart('480p'))
  const work = await openWork(draft, 'v2')
  expect(await work.has(aPart('480p'))).toBe(false)
  expect(await readdir(draft)).toEqual([])
})

test('a part that was interrupted, or has lost a file, is made again', async () => {
  const work = await openWork(draft, 'v1')
  const failing = { ...aPart('480p'), make: () => Promise.reject(new Error('killed')) }
  await expect(work.finish(failing)).rejects.toThrow('killed')
  expect(await readdir(draft)).toHaveLength(1)
  const next = await openWork(draft, 'v1')
  expect(await readdir(draft)).toEqual([])
  await next.finish(aPart('480p'))
  await rm(join(draft, '480p/seg.m4s'))
  expect(await (await openWork(draft, 'v1')).has(aPart('480p'))).toBe(false)
})

test('a record that cannot be read is ignored', async () => {
  await (await openWork(draft, 'v1')).finish(aPart('480p'))
  await writeFile(`${draft}.json`, '{"source":"v1","parts":{"480p"')
  expect(await (await openWork(draft, 'v1')).has(aPart('480p'))).toBe(false)
})

test('a stream is complete only for its file and settings', async () => {
  const work = await openWork(draft, 'v1')
  await work.finish(aPart('480p'))
  expect(await isWorkComplete(draft, 'v1', 'medium')).toBe(false)
  await work.complete('medium')
  expect(await isWorkComplete(draft, 'v1', 'medium')).toBe(true)
  expect(await isWorkComplete(draft, 'v1', 'slow')).toBe(false)
  expect(await isWorkComplete(draft, 'v2', 'medium')).toBe(false)
})

test('remains of other files of a title are deleted, those of other titles are not', async () => {
  const folder = join(draft, 'titles-a-primary-2')
  for (const name of [
    'titles-a-primary-1.draft',
    'titles-a-primary-2.draft',
    'titles-ab-primary-1',
  ])
    await openWork(join(draft, name), 'v1')
  await removeOtherWork(folder, 'titles-a-primary-')
  expect((await readdir(draft)).sort()).toEqual(['titles-a-primary-2.draft', 'titles-ab-primary-1'])
})
