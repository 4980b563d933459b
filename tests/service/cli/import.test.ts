import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aFilm } from '#tests/support/films.ts'

const program = resolve(import.meta.dirname, '../../../src/service/cli/import.ts')
let folder: string
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-import-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Options = { input?: string; env?: Record<string, string> }

async function run(args: string[], { input = '', env }: Options = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      ...env,
    },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  child.stderr.on('data', chunk => chunks.push(chunk))
  child.stdin.end(input)
  const code = await new Promise<number | null>(done => child.once('close', done))
  return { code, output: Buffer.concat(chunks).toString() }
}

async function file(name: string, ...lines: (object | string)[]): Promise<string> {
  const texts = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(join(folder, name), `${texts.join('\n')}\n`)
  return name
}

async function titles(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::int as count from contents')
  return rows[0].count
}

describe('npm run import', () => {
  test('a dry run tells what would happen and writes nothing', async () => {
    const name = await file('two.jsonl', aFilm({ external_id: '1' }), aFilm({ external_id: '2' }))
    const { code, output } = await run([name, '--dry-run'])
    expect([code, output.match(/new +2\n/)?.length, await titles()]).toEqual([0, 1, 0])
    expect(output).toContain('Nothing was written')
  })

  test('imports a file, and again changes nothing', async () => {
    expect((await run(['two.jsonl'])).output).toMatch(
      /new +2\nchanged +0\nunchanged +0\nrefused +0/,
    )
    expect((await run(['two.jsonl'])).output).toMatch(
      /new +0\nchanged +0\nunchanged +2\nrefused +0/,
    )
  })

  test('ends with 1 and says which lines it refused', async () => {
    const name = await file('bad.jsonl', aFilm({ external_id: '3' }), '{', { kind: 'title' })
    const { code, output } = await run([name])
    expect(code).toBe(1)
    expect(output).toMatch(/line 2: is not JSON/)
    expect(output).toMatch(/line 3: external_id is missing/)
    expect(output).toMatch(/new +1\n[\s\S]*refused +2/)
  })

  test('reads standard input', async () => {
    const input = JSON.stringify(aFilm({ external_id: '4' }))
    expect((await run(['-'], { input })).output).toMatch(/new +1/)
  })

  test('ends with 2 when it cannot run, and says why', async () => {
    expect(await run([])).toMatchObject({ code: 2, output: expect.stringContaining('Usage') })
    expect((await run(['nothing.jsonl'])).output).toContain('There is no file')
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { code, output } = await run(['two.jsonl'], { env: unreachable })
    expect([code, /The import stopped/.test(output)]).toEqual([2, true])
    expect((await run(['two.jsonl'], { env: { PORT: 'high' } })).output).toContain('PORT')
  })

  test('a dry run where there is no database leaves none behind', async () => {
    const empty = join(folder, 'empty')
    const env = { DATABASE_URL: '', DATA_DIR: empty, SECRET: 's'.repeat(40) }
    const { code, output } = await run(['two.jsonl', '--dry-run'], { env })
    expect([code, output.match(/new +2/)?.length]).toEqual([0, 1])
    expect(await readdir(empty).catch(() => [])).toEqual([])
  })

  test('prints the schema of a line', async () => {
    const { output } = await run(['--schema'])
    expect(JSON.parse(output).oneOf).toHaveLength(3)
  })
})
