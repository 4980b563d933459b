import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { findPostmaster, stopPostmaster } from '#src/service/platform/db/postmaster.ts'
import { PARENT_FLAGS, parentEnvironment } from '../../scripts/bootstrap/parent.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/bootstrap/server-flags.mjs'
import { holdsWithin } from './holds-within.ts'
import { memoryFolder } from './memory-folder.ts'
import { captureLine, plant } from './run-logs.ts'

const root = resolve(import.meta.dirname, '../..')
const START_MS = 300_000
const STOP_MS = 60_000

export type Site = {
  url: string
  port: number
  dataDir: string
  /** Output so far, stdout and stderr. */
  logs: () => string
  outbox: (to: string) => Promise<Message[]>
  /** Sends SIGTERM; resolves to the exit code. Removes the data folder, unless the test named it. */
  stop: () => Promise<number | null>
  /** Kills the process and leaves the data folder for the next start. */
  kill9: () => Promise<void>
  /** Resolves when the process has ended; `killed` means by `kill9`. */
  ended: Promise<'killed' | 'itself'>
}
export type Message = { to: string; text: string; code?: string; at: string }
export type SiteOptions = {
  env?: Record<string, string>
  /** An existing data folder, to start again after `kill9`. It is not removed. */
  dataDir?: string
  port?: number
  /** Command that starts the site; the server itself by default. */
  command?: [string, ...string[]]
  /** A built checkout to run instead of this one. */
  checkout?: string
}

/** False for a flag that preloads a module which an older checkout does not have. */
function isKnown(flag: string, checkout: string): boolean {
  const [, module] = /^--import=(.*)$/.exec(flag) ?? []
  return module === undefined || existsSync(join(checkout, module))
}

/** Starts the built site; resolves when it is ready. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(memoryFolder(), 'pardeh-')))
  const url = `http://${options.env?.HOST ?? '127.0.0.1'}:${port}`
  const flagsOfSite = SERVER_FLAGS.filter(flag => isKnown(flag, options.checkout ?? root))
  const [program, ...args] = options.command ?? [process.execPath, ...flagsOfSite, 'src/server.ts']
  // The site ends if the test run is killed.
  const flags = program === process.execPath ? PARENT_FLAGS : []
  const child = spawn(program, [...flags, ...args], {
    cwd: options.checkout ?? root,
    env: {
      ...ownEnvironment(),
      ...(flags.length > 0 ? parentEnvironment() : {}),
      ...SERVER_ENVIRONMENT,
      PORT: String(port),
      API_PORT: String(port),
      // The port that the demo chooses may be that of another site.
      STAFF_PORT: '0',
      DATA_DIR: dataDir,
      // Prevents that one visit in ten loads another script.
      WEB_VITALS_SAMPLE: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      chunks.push(chunk)
      captureLine(`site-${port}`, chunk)
    })
  const logs = () => Buffer.concat(chunks).toString()
  const ended = new Promise<'killed' | 'itself'>(done =>
    child.once('close', (_, signalled) => done(signalled === 'SIGKILL' ? 'killed' : 'itself')),
  )

  await ready(child, url, logs)
  return {
    url,
    port,
    dataDir,
    logs,
    outbox: to => readOutbox(url, to),
    kill9: () => end(child, 'SIGKILL'),
    ended,
    stop: async () => {
      await end(child, 'SIGTERM')
      if (!options.dataDir) await removeData(dataDir)
      return child.exitCode
    },
  }
}

/** Returns the environment without the variables of the test runner. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    name => !/^(MODE|DEV|PROD|SSR|BASE_URL|TEST|VITEST.*)$/.test(name),
  )
  const inherited = Object.fromEntries(names.map(name => [name, process.env[name]]))
  return { ...inherited, NODE_ENV: 'production' }
}

/** Returns the settings of a site that is already running: SETTINGS_UNDER_TEST as JSON. */
export function settingsUnderTest(): Record<string, string> {
  return JSON.parse(process.env.SETTINGS_UNDER_TEST ?? '{}')
}

/** Returns the messages to a number, newest first. */
export async function readOutbox(url: string, to: string): Promise<Message[]> {
  const reply = await fetch(`${url}/dev/outbox.json?to=${to}`)
  if (!reply.ok) throw new Error(`the outbox answered ${reply.status}`)
  const messages = (await reply.json()) as Message[]
  for (const { code } of messages) if (code) plant('a code', code)
  return messages
}

/** Stops the embedded database that a killed process left behind and removes the data folder. */
export async function removeData(dataDir: string): Promise<void> {
  const server = findPostmaster(join(resolve(dataDir), 'pg'))
  if (server) await stopPostmaster(server.pid)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function ready(child: ChildProcess, url: string, logs: () => string): Promise<void> {
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`the site ended while starting:\n${logs()}`)
    return fetch(`${url}/readyz`).then(
      reply => reply.ok,
      () => false,
    )
  }
  if (await holdsWithin(START_MS, isUp, 100)) return
  await end(child, 'SIGKILL')
  throw new Error(`the site was not ready after ${START_MS / 1000} s:\n${logs()}`)
}

async function end(child: ChildProcess, how: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise(done => child.once('close', done))
  child.kill(how)
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await closed
  clearTimeout(late)
}
