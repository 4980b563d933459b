import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectEmbedded, startEmbedded } from '#src/service/platform/db/embedded.ts'
import { findPostmaster } from '#src/service/platform/db/postmaster.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const app = join(import.meta.dirname, '../../../support/embedded-app.ts')

async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-embedded-'))
  onTestFinished(async () => {
    const server = findPostmaster(join(folder, 'pg'))
    if (server) process.kill(server.pid, 'SIGQUIT')
    await vi.waitFor(() => expect(findPostmaster(join(folder, 'pg'))).toBeNull(), PATIENCE)
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

async function serverLog(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'pg/log')
  const texts = await Promise.all(
    (await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')),
  )
  return texts.join('')
}

describe('the embedded database', () => {
  it('uses UTF-8 and page checksums, and listens on loopback only, with a password', async () => {
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
    const text = await serverLog(dataDir)
    expect(text).toContain('database system is ready')
    expect(text).not.toContain('0912')
  })

  it('keeps its data and its port over a restart, and leaves no incomplete folder', async () => {
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

  it('refuses a second process on the same folder, and says which one uses it', async () => {
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

  it('shuts down cleanly after a kill -9 of the app, with every committed change', async () => {
    const dataDir = await aDataDir()
    const first = await anApp(dataDir)
    await ask(first.url, 'create table kept as select 7 as row')
    first.process.kill('SIGKILL')
    await vi.waitFor(() => expect(findPostmaster(join(dataDir, 'pg'))).toBeNull(), PATIENCE)
    const second = await anApp(dataDir)
    expect(second.rejected).toBeUndefined()
    expect(await ask(second.url, 'select row from kept')).toEqual([{ row: 7 }])
    expect(await serverLog(dataDir)).not.toContain('automatic recovery in progress')
  })

  it('is taken over with every committed change by an app that starts at once after a kill -9', async () => {
    const dataDir = await aDataDir()
    const first = await anApp(dataDir)
    await ask(first.url, 'create table kept as select 7 as row')
    first.process.kill('SIGKILL')
    const second = await anApp(dataDir)
    expect(second.rejected).toBeUndefined()
    await vi.waitFor(
      async () => expect(await ask(second.url, 'select row from kept')).toEqual([{ row: 7 }]),
      PATIENCE,
    )
  })

  it('is left to its owner by an app that was refused, however that one ends', async () => {
    const dataDir = await aDataDir()
    const owner = await anApp(dataDir)
    const server = findPostmaster(join(dataDir, 'pg'))
    const refused = await anApp(dataDir)
    refused.process.kill('SIGKILL')
    await once(refused.process, 'close')
    expect(await ask(owner.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect(findPostmaster(join(dataDir, 'pg'))).toEqual(server)
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

  it('starts despite a lock file whose process id now belongs to another program', async () => {
    const dataDir = await aDataDir()
    await (await startEmbedded(dataDir, silentLog)).stop()
    const lines = [process.pid, join(dataDir, 'pg'), 1, 1, '', '127.0.0.1', '', 'ready', '']
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), lines.join('\n'))
    const again = await startEmbedded(dataDir, silentLog)
    expect(await ask(again.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await again.stop()
  })

  it('comes back at the same address if its server dies', async () => {
    const dataDir = await aDataDir()
    const { url, stop } = await startEmbedded(dataDir, silentLog)
    process.kill(findPostmaster(join(dataDir, 'pg'))!.pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await ask(url, 'select 1')).toHaveLength(1), PATIENCE)
    await stop()
  })
})

describe('a command next to the app', () => {
  it("uses the running app's database and leaves it running", async () => {
    const dataDir = await aDataDir()
    const { url, stop } = await startEmbedded(dataDir, silentLog)
    const borrowed = await connectEmbedded(dataDir, silentLog)
    expect(borrowed.url).toBe(url)
    await borrowed.stop()
    expect(await ask(url, 'select 1')).toHaveLength(1)
    await stop()
  })

  it('starts and stops the database if no app runs', async () => {
    const dataDir = await aDataDir()
    const borrowed = await connectEmbedded(dataDir, silentLog)
    expect(await ask(borrowed.url, 'select 1')).toHaveLength(1)
    await borrowed.stop()
    expect(findPostmaster(join(dataDir, 'pg'))).toBeNull()
  })
})
