import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { collect } from './child.mjs'
import { inside, node } from './paths.mjs'
import { excerpt, step } from './print.mjs'
import { npmComplaint } from './versions.mjs'

const lockPath = inside('package-lock.json')
const installedLockPath = inside('node_modules/.package-lock.json')
const stampPath = inside('node_modules/.pardeh-installed')

/** Installs exactly what the lockfile names, unless it stands there already. Answers success. */
export async function install(title) {
  const lock = readFileSync(lockPath, 'utf8')
  const stamp = createHash('sha256').update(lock).digest('hex')
  if (isInstalled(lock, stamp)) return true

  const complaint = npmComplaint()
  if (complaint) {
    console.error(complaint)
    return false
  }
  const wanted = packagesFor(lock)
  const done = step(title, () => `${wanted.filter(isThere).length} of ${wanted.length}`)
  const { code, output } = await npmInstall()
  if (code !== 0 || !existsSync(node)) {
    done('failed')
    console.error(
      `\n${excerpt(output)}\n\nnpm could not install the packages. Is the network there?`,
    )
    return false
  }
  writeFileSync(stampPath, stamp)
  done(`${wanted.length} packages`)
  return true
}

/** `npm ci`; where a mirror lacks a package of another platform, npm asks for `npm install`. */
async function npmInstall() {
  const [command, ...args] = npm()
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  const env = {
    NODE_ENV: 'development',
    npm_config_update_notifier: 'false',
    ...cacheWhereWritable(),
  }
  const clean = await collect(command, [...args, 'ci', ...flags], env)
  if (!clean.output.includes('EUSAGE')) return clean
  return collect(command, [...args, 'install', '--no-save', ...flags], env)
}

function isInstalled(lock, stamp) {
  if (!existsSync(node)) return false
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return true
  return matchesInstalled(lock)
}

/** npm writes this file last, so it tells of an install that was completed by hand. */
function matchesInstalled(lock) {
  if (!existsSync(installedLockPath)) return false
  const installed = JSON.parse(readFileSync(installedLockPath, 'utf8')).packages
  const wanted = JSON.parse(lock).packages
  return packagesFor(lock).every(path => installed[path]?.version === wanted[path].version)
}

function packagesFor(lock) {
  return Object.entries(JSON.parse(lock).packages)
    .filter(([path, entry]) => path !== '' && !entry.optional && fits(entry))
    .map(([path]) => path)
}

function fits({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
}

function isThere(path) {
  return existsSync(inside(path, 'package.json'))
}

function npm() {
  const path = process.env.npm_execpath
  return path?.endsWith('.js') && path.includes('npm') ? [process.execPath, path] : ['npm']
}

/** A home that cannot be written (a container, a service account) must not stop the install. */
function cacheWhereWritable() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  if (isWritable(usual)) return {}
  const own = inside('.cache/npm')
  mkdirSync(own, { recursive: true })
  return { npm_config_cache: own, npm_config_logs_max: '0' }
}

function isWritable(folder) {
  const there = existsSync(folder)
  if (!there && dirname(folder) !== folder) return isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
