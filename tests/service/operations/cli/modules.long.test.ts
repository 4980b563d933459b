/** Counts the modules that a command loads before it runs; seconds would measure the machine. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#tests/support/sources.ts'

/** Timeout for a busy machine. */
const MOST_MS = 300_000
const MAIN = join(root, 'src/service/operations/cli/main.ts')
/** Writes the URLs of all modules to a file. */
const RECORDER = `
import { registerHooks } from 'node:module'
import { writeFileSync } from 'node:fs'
const urls = []
registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
process.on('exit', () => writeFileSync(process.env.MODULES_FILE, JSON.stringify(urls)))
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-modules-'))
  await writeFile(join(folder, 'recorder.mjs'), RECORDER)
})
afterAll(() => rm(folder, { recursive: true }))

async function modulesOf(...words: string[]): Promise<string[]> {
  const file = join(folder, 'modules.json')
  // No database listens there; what a command loads does not depend on it.
  const env = {
    PATH: process.env.PATH,
    MODULES_FILE: file,
    DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
  }
  await new Promise(done => {
    const recorder = ['--import', join(folder, 'recorder.mjs')]
    execFile(process.execPath, [...recorder, MAIN, ...words], { env }, done)
  })
  return JSON.parse(await readFile(file, 'utf8'))
}

const nounsAmong = (urls: string[]) =>
  urls.flatMap(url => /\/cli\/nouns\/([\w-]+)\.ts$/.exec(url)?.[1] ?? [])

test.each([['help'], ['--version'], ['completion words -- us']])(
  '%s loads no noun and no library',
  { timeout: MOST_MS },
  async words => {
    const urls = await modulesOf(...words.split(' '))
    expect(nounsAmong(urls)).toEqual([])
    expect(urls.filter(url => url.includes('/node_modules/'))).toEqual([])
    expect(urls.length).toBeGreaterThan(3)
  },
)

test('a typing error loads no noun', { timeout: MOST_MS }, async () => {
  expect(nounsAmong(await modulesOf('nonsense'))).toEqual([])
})

test.each(['audit', 'packages'])('%s loads no other noun', { timeout: MOST_MS }, async noun => {
  expect(nounsAmong(await modulesOf(noun, 'list'))).toEqual([noun])
})

test('a noun that reads one table loads fewer than 700 modules', { timeout: MOST_MS }, async () => {
  expect((await modulesOf('audit', 'list')).length).toBeLessThan(700)
})
