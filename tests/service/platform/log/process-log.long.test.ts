import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findSecrets } from '#tests/support/find-secrets.ts'

const program = resolve(import.meta.dirname, '../../../support/programs/leaking-process.ts')

function runLeaking(how: string): Promise<{ code: number; out: string }> {
  return new Promise(done => {
    execFile(process.execPath, [program, how], (failure, out, errors) =>
      done({ code: failure ? Number(failure.code) : 0, out: `${out}${errors}` }),
    )
  })
}

test.each([
  ['a rejection that is not awaited', 'rejection', 0],
  ['an exception that is not caught', 'exception', 1],
  ['the output of a package', 'console', 0],
])('%s is logged like any other line, without values', async (_, how, code) => {
  const ran = await runLeaking(how)
  expect(findSecrets(ran.out)).toEqual([])
  expect(ran.out).not.toContain('rendering')
  expect(ran.code).toBe(code)
  for (const line of ran.out.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  if (how !== 'console') expect(ran.out).toMatch(/"code":"23505".*"query":"insert users #/)
  expect(ran.out.includes('it lives')).toBe(how === 'rejection')
})
