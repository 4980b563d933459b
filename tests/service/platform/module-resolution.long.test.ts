import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '#tests/support/sources.ts'

const PRELOADED = '--import=./src/service/platform/module-resolution.ts'

/** Runs a program in the folder of the project, and returns what it prints. */
async function output(program: string, ...flags: string[]): Promise<string> {
  const args = [...flags, '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  return stdout
}

test('packages and their files are the same modules as without the preloaded hook', async () => {
  const program = `
    const names = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', 'pg', 'hono', 'zod', 'ioredis', 'pino']
    const all = await Promise.all([...names, ...names].map(name => import(name)))
    console.log(JSON.stringify(all.map(module => Object.keys(module))))
    console.log((await import('drizzle-orm/pg-core')).PgTable === all[1].PgTable)`
  expect(await output(program, PRELOADED)).toBe(await output(program))
})

test('a package that is not installed is still named', async () => {
  const program = `
    for (const name of ['not-installed', 'not-installed', './not-here.js'])
      await import(name).catch(error => console.log(error.code, error.message.includes('not-')))`
  expect((await output(program, PRELOADED)).trim().split('\n')).toEqual([
    'ERR_MODULE_NOT_FOUND true',
    'ERR_MODULE_NOT_FOUND true',
    'ERR_MODULE_NOT_FOUND true',
  ])
})
