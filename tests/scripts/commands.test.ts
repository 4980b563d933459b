import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupBy, supportOldNode } from '#tests/support/old-node.ts'
import { root } from '#tests/support/sources.ts'
import { isMigrationNamed, keepNewestSnapshot } from '../../scripts/bootstrap/migration.mjs'
import { isBrowserTest, withoutTests } from '../../scripts/bootstrap/test-files.mjs'

describe('npm test -- FILE', () => {
  const folder = join(root, 'test-results/one-file')
  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>(resolve => {
      const program = [join(root, 'scripts/run.mjs'), 'test', ...args]
      const env = { ...process.env, NO_COLOR: '1', VITEST: undefined }
      execFile(process.execPath, program, { cwd: tmpdir(), env }, (error, out, errors) =>
        resolve({ code: Number(error?.code ?? 0), output: out + errors }),
      )
    })

  test('runs one file, in its project only', { timeout: 180_000 }, async () => {
    const { code, output } = await run('tests/lib/markup.test.ts')
    expect(code).toBe(0)
    expect(output).toMatch(/✓\s+\|?unit\|?\s+tests\/lib\/markup\.test\.ts/)
    expect(output).toMatch(/Test Files\s+1 passed \(1\)/)
  })

  test('shows why a test failed', { timeout: 180_000 }, async () => {
    const wrong = "test('is wrong', () => expect(process.versions.node + ' six').toBe('seven'))"
    writeFileSync(
      join(folder, 'wrong.test.ts'),
      `import { expect, test } from 'vitest'\n${wrong}\n`,
    )
    writeFileSync(join(folder, 'vitest.config.ts'), 'export default {}\n')
    const { code, output } = await run('--root', folder, 'wrong.test.ts')
    expect(code).toBe(1)
    expect(output).toMatch(/FAIL\s+wrong\.test\.ts > is wrong/)
    expect(output).toMatch(/Expected: "seven"\s+Received: "24\.\S+ six"/)
    expect(output).not.toContain('Unhandled Error')
  })

  test('fails for a name that matches no test file, and says so in its last line', async () => {
    const { code, output } = await run('no-such/file.test.ts')
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n').at(-1)).toMatch(
      /^No test file has "no-such\/file\.test\.ts" in its path\./,
    )
  })

  test('looks for files in arguments only, not in values of options', () => {
    const path = 'tests/lib/markup.test.ts'
    const calls = [[path], [`./${path}`, '-t', 'a name'], ['markup'], ['--project', 'unit', path]]
    for (const args of calls) expect(withoutTests(args)).toEqual([])
    expect(withoutTests([path, 'no-such/folder', '--bail=1', 'no-such/other'])).toEqual([
      'no-such/folder',
      'no-such/other',
    ])
  })

  test('gets a browser for browser tests only', () => {
    const files = [
      'tests/e2e/tv.long.spec.ts',
      'tests/e2e',
      'tests/service/platform/db/migrate.long.test.ts',
      '-t',
    ]
    expect(files.map(isBrowserTest)).toEqual([true, true, false, false])
  })
})

describe('on an older Node', () => {
  test('the reporter finds the functions it calls, and tests run on the bundled Node', () => {
    const { execPath } = process
    const own = Map.groupBy
    try {
      Reflect.deleteProperty(Map, 'groupBy')
      supportOldNode(20)
      expect(process.execPath).toBe(join(root, 'node_modules/node/bin/node'))
      expect(Map.groupBy([1, 2, 3], each => each % 2)).toEqual(own([1, 2, 3], each => each % 2))
    } finally {
      Map.groupBy = own
      process.execPath = execPath
    }
  })

  test('Map.groupBy has an equivalent', () => {
    const words = ['a', 'bb', 'c', 'dd']
    expect(groupBy(words, ({ length }) => length)).toEqual(
      Map.groupBy(words, ({ length }) => length),
    )
  })
})

test('db:generate asks for the name of the migration', () => {
  const complaints: string[] = []
  const isNamed = (...args: string[]) => isMigrationNamed(args, text => complaints.push(text))
  expect([isNamed('--name', 'add_tagline'), isNamed('--name=add_tagline')]).toEqual([true, true])
  expect([isNamed(), isNamed('--name'), isNamed('--name', 'Add tagline')]).toEqual([
    false,
    false,
    false,
  ])
  expect(complaints[0]).toContain('npm run db:generate -- --name')
})

test('db:generate keeps the newest picture of the schema alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of ['0009_snapshot.json', '0010_snapshot.json', '_journal.json']) {
    writeFileSync(join(folder, name), '{}')
  }
  keepNewestSnapshot(folder)
  expect(readdirSync(folder).sort()).toEqual(['0010_snapshot.json', '_journal.json'])
  rmSync(folder, { recursive: true })
})
