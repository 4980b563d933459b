import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectEmbedded, startEmbedded } from '#src/service/db/embedded.ts'
import { findPostmaster } from '#src/service/db/postmaster.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const app = join(import.meta.dirname, '../../support/embedded-app.ts')

async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-embedded-'))
  onTestFinished(async () => {
    const server = findPostmaster(join(folder, 'pg'))
    if (server) process.kill(server.pid, 'SIGQUIT')
    await vi.waitFor(() => expect(findPostmaster(join(folder, 'pg'))).toBeNull(), 5_000)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

type Said = { url?: string; rejected?: string }

async function anApp(dataDir: string): Promise<Said & { process: ChildProcess }> {
  const child = spawn(process.execPath, [app, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout!, 'data')
  return { ...(JSON.parse(String(line)) as Said), process: child }
}

async function ask(url: string | undefined, text: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded database', () => {
  it('is UTF-8, checks its pages, and listens on loopback alone with a password', async () => {
    const { url, stop } = await startEmbedded(await aDataDir(), silentLog)
    const [row] = await ask(
      url,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
         current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`,
    )
    expect(row).toEqual({ encoding: 'UTF8', checksums: 'on', addresses: '127.0.0.1', fsync: 'on' })
    await expect(ask(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    await stop()
  })

  it('writes no value of a query into its own log, whatever fails', async () => {
    const dataDir = await aDataDir()
    const { url, stop } = await startEmbedded(dataDir, silentLog)
    await ask(url, 'create table people (msisdn text unique)')
    await ask(url, `insert into people values ('09121234567')`)
    for (const text of [
      `insert into people values ('09121234567')`,
      `select '09121234567x'::int`,
      `select msisdn::date from people`,
      `do $$ begin raise exception 'no 09121234567' using detail = '09121234567'; end $$`,
      `select 09121234567 from nowhere`,
    ])
      await expect(ask(url, text)).rejects.toThrow()
    await stop()
    const folder = join(dataDir, 'pg/log')
    const texts = await Promise.all(
      (await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')),
    )
    expect(texts.join('')).toContain('database system is ready')
    expect(texts.join('')).not.toContain('0912')
  })

  it('keeps its data and its port over a restart, and leaves no half-made folder', async () => {
    const dataDir = await aDataDir()
    const first = await startEmbedded(dataDir, silentLog)
    await ask(first.url, 'create table kept as select 1 as row')
    await first.stop()
    expect(findPostmaster(join(dataDir, 'pg'))).toBeNull()
    expect(await readdir(dataDir)).toEqual(['pg'])
    const second = await startEmbedded(dataDir, silentLog)
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select row from kept')).toEqual([{ row: 1 }])
    await second.stop()
  })

  it('refuses a second process on the same folder, and says which one has it', async () => {
    const dataDir = await aDataDir()
    const first = await anApp(dataDir)
    const second = await anApp(dataDir)
    expect(second.rejected).toContain(`Another process (${first.process.pid}) is using`)
    expect(await ask(first.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('lets one of many that start at once on an empty folder win', async () => {
    const dataDir = await aDataDir()
    const apps = await Promise.all(Array.from({ length: 4 }, () => anApp(dataDir)))
    expect(apps.filter(one => one.url)).toHaveLength(1)
    expect(apps.filter(one => one.rejected?.includes('Another process'))).toHaveLength(3)
  })

  it('is adopted with all that was committed after a kill -9 of the app', async () => {
    const dataDir = await aDataDir()
    const first = await anApp(dataDir)
    await ask(first.url, 'create table kept as select 7 as row')
    const server = findPostmaster(join(dataDir, 'pg'))
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
    const second = await anApp(dataDir)
    expect(second.rejected).toBeUndefined()
    expect(findPostmaster(join(dataDir, 'pg'))).toEqual(server)
    expect(await ask(second.url, 'select row from kept')).toEqual([{ row: 7 }])
  })

  it('recovers after a kill -9 of app and server together', async () => {
    const dataDir = await aDataDir()
    const first = await anApp(dataDir)
    await ask(first.url, 'create table kept as select 9 as row')
    first.process.kill('SIGKILL')
    process.kill(findPostmaster(join(dataDir, 'pg'))!.pid, 'SIGKILL')
    const second = await anApp(dataDir)
    expect(await ask(second.url, 'select row from kept')).toEqual([{ row: 9 }])
  })

  it('starts over a lock file whose number is another program by now', async () => {
    const dataDir = await aDataDir()
    await (await startEmbedded(dataDir, silentLog)).stop()
    const lines = [process.pid, join(dataDir, 'pg'), 1, 1, '', '127.0.0.1', '', 'ready', '']
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), lines.join('\n'))
    const again = await startEmbedded(dataDir, silentLog)
    expect(await ask(again.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await again.stop()
  })

  it('comes back at the same address when its server dies', async () => {
    const dataDir = await aDataDir()
    const { url, stop } = await startEmbedded(dataDir, silentLog)
    process.kill(findPostmaster(join(dataDir, 'pg'))!.pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await ask(url, 'select 1')).toHaveLength(1), 10_000)
    await stop()
  })
})

describe('a command beside the app', () => {
  it("uses the running app's database and leaves it running", async () => {
    const dataDir = await aDataDir()
    const { url, stop } = await startEmbedded(dataDir, silentLog)
    const borrowed = await connectEmbedded(dataDir, silentLog)
    expect(borrowed.url).toBe(url)
    await borrowed.stop()
    expect(await ask(url, 'select 1')).toHaveLength(1)
    await stop()
  })

  it('starts and stops the database when no app runs', async () => {
    const dataDir = await aDataDir()
    const borrowed = await connectEmbedded(dataDir, silentLog)
    expect(await ask(borrowed.url, 'select 1')).toHaveLength(1)
    await borrowed.stop()
    expect(findPostmaster(join(dataDir, 'pg'))).toBeNull()
  })
})
