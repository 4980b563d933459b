// The only reader of process.env: every setting, checked once at boot. The settings themselves are in settings/.

import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { counted } from '#src/lib/text/count.ts'
import { media, missingForMedia } from './settings/media.ts'
import { monitoring, withoutEffect } from './settings/monitoring.ts'
import { node } from './settings/node.ts'
import { missingInProduction } from './settings/production.ts'
import { providers } from './settings/providers.ts'
import { site } from './settings/site.ts'
import { missingInStorage, storage } from './settings/storage.ts'

export const Settings = z.object({
  ...node,
  ...storage,
  ...media,
  ...providers,
  ...monitoring,
  ...site,
})

export type Env = Readonly<
  Omit<z.infer<typeof Settings>, 'SECRET' | 'DRAIN_SECONDS'> & {
    SECRET: string
    DRAIN_SECONDS: number
  }
>

/** A proxy's health check notices within 5 seconds; the demo has no proxy. */
const DRAIN_DEFAULTS = { demo: 0, production: 5 }

/** All that is wrong with the settings, each with what to do about it. */
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

/** @throws EnvError that lists every problem. In demo a missing SECRET is made and kept in DATA_DIR. */
export function readEnv(source: NodeJS.ProcessEnv = surroundings()): Env {
  const given = new Map<string, string>()
  for (const name of Object.keys(Settings.shape)) {
    const value = source[name]?.trim()
    if (value) given.set(name, value)
  }
  const parsed = Settings.safeParse(Object.fromEntries(given))
  const problems =
    parsed.error?.issues.map(issue => `${String(issue.path[0])} ${issue.message}`) ?? []
  problems.push(...missingForMedia(given), ...missingInStorage(given), ...withoutEffect(given))
  if (given.get('MODE') === 'production') problems.push(...missingInProduction(given))
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const SECRET = parsed.data.SECRET ?? storedSecret(parsed.data.DATA_DIR)
  const DRAIN_SECONDS = parsed.data.DRAIN_SECONDS ?? DRAIN_DEFAULTS[parsed.data.MODE]
  return Object.freeze({ ...parsed.data, SECRET, DRAIN_SECONDS })
}

/** A file .env beside package.json may hold settings; what is set outside of it goes first. */
function surroundings(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile()
  return process.env
}

/** The demo's secret, made once. The link makes sure that two processes starting at once keep the same. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch {
      // It is there already.
    }
    rmSync(draft)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new EnvError([
      `DATA_DIR ${dataDir} cannot be written (${String(error)}): give a folder that this user may write`,
    ])
  }
}
