// The only reader of process.env: every setting, checked once at start. The settings are declared in settings/.

import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { counted } from '#src/lib/text/count.ts'
import { mediaSettings, missingForMedia } from './settings/media.ts'
import { monitoringSettings, settingsWithoutEffect } from './settings/monitoring.ts'
import { nodeSettings } from './settings/node.ts'
import { missingInProduction } from './settings/production.ts'
import { providerSettings } from './settings/providers.ts'
import { siteSettings } from './settings/site.ts'
import { demoConsolePort, problemsOfConsole } from './settings/staff.ts'
import { missingInStorage, storageSettings } from './settings/storage.ts'

export const Settings = z.object({
  ...nodeSettings,
  ...storageSettings,
  ...mediaSettings,
  ...providerSettings,
  ...monitoringSettings,
  ...siteSettings,
})

type AccessLog = NonNullable<z.infer<typeof Settings>['ACCESS_LOG']>
type ApiDocs = NonNullable<z.infer<typeof Settings>['API_DOCS']>

export type Env = Readonly<
  Omit<
    z.infer<typeof Settings>,
    'SECRET' | 'STAFF_PORT' | 'DRAIN_SECONDS' | 'ACCESS_LOG' | 'API_DOCS'
  > & {
    SECRET: string
    /** 0 without a console. */
    STAFF_PORT: number
    DRAIN_SECONDS: number
    ACCESS_LOG: AccessLog
    API_DOCS: ApiDocs
  }
>

/** A proxy's health check notices within 5 seconds; the demo has no proxy. */
const DRAIN_DEFAULTS = { demo: 0, production: 5 }
/** The demo logs no requests, since their lines would bury the lines that a person needs. */
const ACCESS_LOG_DEFAULTS: Record<'demo' | 'production', AccessLog> = {
  demo: 'off',
  production: 'on',
}
/** Production publishes the reference only if the operator wants other companies to build on the API. */
const API_DOCS_DEFAULTS: Record<'demo' | 'production', ApiDocs> = { demo: 'on', production: 'off' }

/** The demo names an app, so that its banner for televisions is complete. Nobody can own this address (RFC 2606). */
const ANDROID_TV_APP_DEFAULTS = {
  demo: 'https://pardeh.example/android-tv',
  production: undefined,
}

/** The problems of all settings, each with advice. */
export class EnvError extends Error {
  readonly problems: readonly string[]
  constructor(problems: string[]) {
    super(
      `The settings need ${counted(problems.length, 'correction')}:\n${problems.map(p => `  - ${p}`).join('\n')}`,
    )
    this.name = 'EnvError'
    this.problems = problems
  }
}

export type ReadOptions = {
  /** Writes no files: for dry runs and for commands that only read. */
  isReadOnly?: boolean
}

/** Reads the settings. In the demo, a missing SECRET is created and stored in DATA_DIR, unless `isReadOnly`. @throws EnvError that lists every problem */
export function readEnv(
  source: NodeJS.ProcessEnv = surroundings(),
  { isReadOnly = false }: ReadOptions = {},
): Env {
  const given = new Map<string, string>()
  for (const name of Object.keys(Settings.shape)) {
    const value = source[name]?.trim()
    if (value) given.set(name, value)
  }
  const parsed = Settings.safeParse(Object.fromEntries(given))
  const problems =
    parsed.error?.issues.map(issue => `${String(issue.path[0])} ${issue.message}`) ?? []
  problems.push(
    ...missingForMedia(given),
    ...missingInStorage(given),
    ...settingsWithoutEffect(given),
    ...problemsOfConsole(given),
  )
  if (given.get('MODE') === 'production') problems.push(...missingInProduction(given))
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const SECRET = parsed.data.SECRET ?? secretIn(parsed.data.DATA_DIR, isReadOnly)
  const { MODE } = parsed.data
  const DRAIN_SECONDS = parsed.data.DRAIN_SECONDS ?? DRAIN_DEFAULTS[MODE]
  const ACCESS_LOG = parsed.data.ACCESS_LOG ?? ACCESS_LOG_DEFAULTS[MODE]
  const API_DOCS = parsed.data.API_DOCS ?? API_DOCS_DEFAULTS[MODE]
  const ANDROID_TV_APP_URL = parsed.data.ANDROID_TV_APP_URL ?? ANDROID_TV_APP_DEFAULTS[MODE]
  const STAFF_PORT =
    parsed.data.STAFF_PORT ?? (MODE === 'demo' ? demoConsolePort(parsed.data.PORT) : 0)
  return Object.freeze({
    ...parsed.data,
    STAFF_PORT,
    SECRET,
    DRAIN_SECONDS,
    ACCESS_LOG,
    API_DOCS,
    ANDROID_TV_APP_URL,
  })
}

/** Returns the environment, completed by a file .env next to package.json. */
function surroundings(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile()
  return process.env
}

/** Returns the demo's secret; if it must not be stored, a temporary one. */
function secretIn(dataDir: string, isReadOnly: boolean): string {
  if (!isReadOnly) return storedSecret(dataDir)
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) return newSecret()
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new EnvError([
      `${file} cannot be read (${String(error)}): give this user permission to read it`,
    ])
  }
}

function newSecret(): string {
  return randomBytes(48).toString('base64url')
}

/** Returns the demo's secret, created once. The link ensures that two processes that start together use the same. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(draft, newSecret(), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch {
      // The file exists already.
    }
    rmSync(draft)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new EnvError([
      `DATA_DIR ${dataDir} cannot be written (${String(error)}): choose a folder that this user may write`,
    ])
  }
}
