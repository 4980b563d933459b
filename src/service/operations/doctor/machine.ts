/** Checks this machine: the runtime, the disk, programs and backups. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import type { Env } from '../../platform/env.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'
import { ffprobePath } from '../../watching/ingest/ffmpeg.ts'
import { CHECKSUMS, MANIFEST_FILE } from '../backup/manifest.ts'
import { type Check, fail, type Outcome, ok, warn } from './check.ts'
import { ownNow } from './own-clock.ts'

const GB = 1024 ** 3
const DISK = { warnShare: 0.15, failShare: 0.05, warnBytes: 5 * GB, failBytes: GB }
const BACKUP_HOURS = { warn: 26, fail: 24 * 7 }
const NO_FFMPEG = 'Install ffmpeg on machines that run ./pardeh ingest, or name it in FFMPEG_PATH.'
const NO_FFPROBE = 'Install ffprobe in the folder of ffmpeg; every ffmpeg package has it.'

export type MachineOptions = {
  /** The folder of the backups, or one backup. */
  backups?: string | undefined
  /** Version of the runtime; tests replace it. */
  version?: string
}

export function machineChecks(env: Env, { backups, version }: MachineOptions = {}): Check[] {
  const machine: Check[] = [
    { name: 'Node', run: () => nodeOutcome(version), advice: 'Install the packages again.' },
    {
      name: 'disk of DATA_DIR',
      run: () => diskOutcome(env.DATA_DIR),
      advice: 'Allow this user to read DATA_DIR.',
    },
    { name: 'ffmpeg', run: signal => ffmpegOutcome(env, signal), advice: NO_FFMPEG },
  ]
  if (!backups) return machine
  const advice = 'Allow this user to read the folder of the backups.'
  return [...machine, { name: 'backup', run: () => backupOutcome(backups), advice }]
}

async function nodeOutcome(version = process.versions.node): Promise<Outcome> {
  const { dependencies } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8'))
  const expected: string = dependencies.node
  if (version === expected) return ok(version)
  const [major, least] = [version, expected].map(text => Number(text.split('.')[0]))
  const found = `${version}; this release is tested with ${expected}`
  const advice = 'Start with npm start, or with node_modules/node/bin/node.'
  return Number(major) < Number(least) ? fail(found, advice) : warn(found, advice)
}

/** Checks the disk of the folder, or of its nearest parent that exists. */
export async function diskOutcome(
  folder: string,
  read: (path: string) => Promise<{ bsize: number; blocks: number; bavail: number }> = statfs,
): Promise<Outcome> {
  let path = folder
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path)
  const { bsize, blocks, bavail } = await read(path)
  const free = bavail * bsize
  const share = blocks === 0 ? 1 : bavail / blocks
  const found = `${(free / GB).toFixed(1)} GB free, ${Math.round(share * 100)}%`
  const advice =
    'Free disk space: delete old backups, unused streams (./pardeh media clean) or logs; or move DATA_DIR to a larger disk.'
  if (share < DISK.failShare || free < DISK.failBytes) return fail(found, advice)
  return share < DISK.warnShare || free < DISK.warnBytes ? warn(found, advice) : ok(found)
}

async function ffmpegOutcome(
  { FFMPEG_PATH }: Pick<Env, 'FFMPEG_PATH'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const run = (option: string) =>
    promisify(execFile)(FFMPEG_PATH ?? 'ffmpeg', ['-hide_banner', option], { signal })
  try {
    const { stdout } = await run('-version')
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1]
    if (!version) return fail('FFMPEG_PATH is not ffmpeg', NO_FFMPEG)
    const encoders = await run('-encoders')
    if (!/\blibx264\b/.test(encoders.stdout)) return fail(`${version}, without libx264`, NO_FFMPEG)
    const hasProbe = await promisify(execFile)(ffprobePath(FFMPEG_PATH ?? 'ffmpeg'), ['-version'], {
      signal,
    }).then(
      () => true,
      () => false,
    )
    return hasProbe ? ok(version) : fail(`${version}, without ffprobe`, NO_FFPROBE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return FFMPEG_PATH
      ? fail('FFMPEG_PATH is not a program', NO_FFMPEG)
      : warn('not found', NO_FFMPEG)
  }
}

const Manifest = z.object({ created_at: z.iso.datetime({ offset: true }) })

/** Checks the age of the newest backup: a folder with SHA256SUMS, which is written last. Incomplete backups end in .partial. */
export async function backupOutcome(folder: string, now = ownNow()): Promise<Outcome> {
  const advice = 'Run ./pardeh backup DIR, and check why the scheduled backup does not run.'
  const names = await readdir(folder)
  const folders = [folder, ...names.map(name => join(folder, name))]
  const times = await Promise.all(folders.map(timeOf))
  const newest = Math.max(...times.filter(time => time !== null))
  if (!Number.isFinite(newest)) return fail('there is no backup', advice)
  const hours = (now - newest) / HOUR_MS
  const found = `${hours.toFixed(1)} hours old`
  if (hours > BACKUP_HOURS.fail) return fail(found, advice)
  return hours > BACKUP_HOURS.warn ? warn(found, advice) : ok(found)
}

async function timeOf(folder: string): Promise<number | null> {
  if (/\.partial\/*$/.test(folder) || !existsSync(join(folder, CHECKSUMS))) return null
  try {
    const file = join(folder, MANIFEST_FILE)
    const { data } = Manifest.safeParse(JSON.parse(await readFile(file, 'utf8')))
    return data ? Date.parse(data.created_at) : null
  } catch {
    return null
  }
}
