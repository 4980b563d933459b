import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { secretsIn } from '#tests/support/secrets-in.ts'

const program = resolve(import.meta.dirname, '../../support/programs/careless.ts')

function careless(how: string): Promise<{ code: number; out: string }> {
  return new Promise(done => {
    execFile(process.execPath, [program, how], (failure, out, errors) =>
      done({ code: failure ? Number(failure.code) : 0, out: `${out}${errors}` }),
    )
  })
}

test.each([
  ['a rejection that nobody waits for', 'rejection', 0],
  ['an exception that nobody caught', 'exception', 1],
  ['what a package prints', 'console', 0],
])('%s is logged like any other line, without values', async (_, how, code) => {
  const ran = await careless(how)
  expect(secretsIn(ran.out)).toEqual([])
  expect(ran.out).not.toContain('rendering')
  expect(ran.code).toBe(code)
  for (const line of ran.out.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  if (how !== 'console') expect(ran.out).toMatch(/"code":"23505".*"query":"insert users #/)
  expect(ran.out.includes('it lives')).toBe(how === 'rejection')
})
