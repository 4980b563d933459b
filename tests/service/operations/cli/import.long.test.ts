import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aFilm } from '#tests/support/imported-titles.ts'
import { anOperator, programOf } from '#tests/support/operator.ts'

const embeddedApp = resolve(import.meta.dirname, '../../../support/embedded-app.ts')
const program = programOf('import')
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

async function run(words: string[], { env }: Pick<Options, 'env'> = {}) {
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, ...env }
  const paths = words.map(word => (word.startsWith('-') ? word : join(folder, word)))
  const { code, stdout, stderr } = await anOperator(settings).run('import', ...paths)
  return { code, output: stdout + stderr }
}

/** Runs the command as a process, in the folder of its files. */
async function runProcess(args: string[], { input = '', env }: Options = {}) {
  const child = spawn(process.execPath, [...program, ...args], {
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

// Each of these starts a process, and some a database.
describe('./pardeh import', { timeout: 180_000 }, () => {
  test('shows what would happen and writes nothing in a dry run', async () => {
    const name = await file('two.jsonl', aFilm({ external_id: '1' }), aFilm({ external_id: '2' }))
    const { code, output } = await run([name, '--dry-run'])
    expect([code, output.match(/new +2\n/)?.length, await titles()]).toEqual([0, 1, 0])
    expect(output).toContain('nothing was changed')
  })

  test('imports a file, and changes nothing the second time', async () => {
    expect((await run(['two.jsonl'])).output).toMatch(
      /new +2\nchanged +0\nunchanged +0\nrejected +0/,
    )
    expect((await run(['two.jsonl'])).output).toMatch(
      /new +0\nchanged +0\nunchanged +2\nrejected +0/,
    )
  })

  test('exits with 1 and lists the lines that it rejected', async () => {
    const name = await file('bad.jsonl', aFilm({ external_id: '3' }), '{', { kind: 'title' })
    const { code, output } = await run([name])
    expect(code).toBe(1)
    expect(output).toMatch(/line 2: is not JSON/)
    expect(output).toMatch(/line 3: external_id is required/)
    expect(output).toMatch(/new +1\n[\s\S]*rejected +2/)
  })

  test('reads standard input', async () => {
    const input = JSON.stringify(aFilm({ external_id: '4' }))
    expect((await runProcess(['-'], { input })).output).toMatch(/new +1/)
  })

  test('exits with 1 or 2 and a reason if it cannot run', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const [bare, missing, stopped, setting] = await Promise.all([
      run([]),
      run(['nothing.jsonl']),
      run(['two.jsonl'], { env: unreachable }),
      run(['two.jsonl'], { env: { PORT: 'high' } }),
    ])
    expect([bare, missing, stopped, setting].map(({ code }) => code)).toEqual([2, 2, 1, 2])
    expect(bare.output).toContain('See ./pardeh help import')
    expect(missing.output).toContain('There is no file')
    expect(stopped.output).toContain('The database cannot be used: ')
    expect(setting.output).toContain('PORT')
  })

  test('creates no database in a dry run', async () => {
    const empty = join(folder, 'empty')
    const env = { DATABASE_URL: '', DATA_DIR: empty, SECRET: 's'.repeat(40) }
    const { code, output } = await run(['two.jsonl', '--dry-run'], { env })
    expect([code, output.match(/new +2/)?.length]).toEqual([0, 1])
    expect(await readdir(empty).catch(() => [])).toEqual([])
  })

  test('uses the embedded database of a running app, and leaves it running', async () => {
    const dataDir = join(folder, 'running')
    const app = spawn(process.execPath, [embeddedApp, dataDir])
    try {
      const [line] = (await once(app.stdout, 'data')) as [Buffer]
      const { url } = JSON.parse(line.toString())
      const env = { DATABASE_URL: '', DATA_DIR: dataDir, SECRET: 's'.repeat(40) }
      expect((await runProcess(['two.jsonl'], { env })).output).toMatch(/new +2/)
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query('select count(*)::int as count from contents')
      await client.end()
      expect(rows[0].count).toBe(2)
    } finally {
      app.kill('SIGTERM')
      await once(app, 'close')
    }
  })

  test('prints the schema of a line', async () => {
    const { output } = await run(['--schema'])
    expect(JSON.parse(output).oneOf).toHaveLength(4)
  })
})

describe('a long table', () => {
  test('has equal problems once with their lines, and says what many titles lack', async () => {
    const row = (n: number, genre: string) => `office-${n},فیلم,نام ${n},${genre}`
    const rows = Array.from({ length: 20 }, (_, n) => row(n, n < 7 ? 'ژانر ناشناس' : ''))
    await file('office.csv', 'شناسه,نوع,عنوان,ژانر', ...rows)
    const { code, output } = await run(['office.csv', '--dry-run'])
    expect(code).toBe(1)
    expect(output).not.toContain('line 3:')
    expect(output).toMatch(/^7 lines \(2, 3, 4, 5, 6, …\): genres/m)
    expect(output).toContain('13 of 20 titles have no genre')
    expect(output).toContain('20 of 20 titles have no age label, so children do not see them')
    await file('short.csv', 'شناسه,نوع,عنوان', 'office-a,فیلم,الف')
    expect((await run(['short.csv', '--dry-run'])).output).not.toContain('titles have')
  })
})
