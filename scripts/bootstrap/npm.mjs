import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { collect } from './child.mjs'
import { inside } from './paths.mjs'

const FLAGS = ['--no-audit', '--no-fund', '--loglevel=error']
const guest = inside('.cache/node')

/**
 * Installs the packages in the lockfile with its Node version. npm leaves out an optional package, such as a platform's compiler,
 * if it runs on a Node that is too old for that package.
 * @param onPhase called with the current phase, in words for the progress line
 */
export async function npmInstall(lock, onPhase = () => undefined) {
  const version = JSON.parse(lock).packages['node_modules/node'].version
  const npm = npmProgram()
  if (npm && !isRecent()) {
    onPhase(`fetching Node ${version}`)
    const fetched = await fetchNode(npm, version)
    if (fetched.code !== 0) return fetched
    onPhase('downloading')
    const answer = await cleanInstall([join(guest, 'node_modules/node/bin/node'), npm])
    rmSync(guest, { recursive: true, force: true })
    return answer
  }
  onPhase('downloading')
  return cleanInstall(npm ? [process.execPath, npm] : ['npm'])
}

/** Runs `npm ci`, or `npm install` if npm asks for it because a mirror lacks a package of another platform. */
async function cleanInstall([command, ...args]) {
  const answer = await collect(command, [...args, 'ci', ...FLAGS], environment(command))
  if (!answer.output.includes('EUSAGE')) return answer
  return collect(command, [...args, 'install', '--no-save', ...FLAGS], environment(command))
}

function fetchNode(npm, version) {
  mkdirSync(guest, { recursive: true })
  const manifest = { private: true, allowScripts: { node: true } }
  writeFileSync(join(guest, 'package.json'), JSON.stringify(manifest))
  const args = [npm, 'install', '--no-save', '--prefix', guest, ...FLAGS, `node@${version}`]
  return collect(process.execPath, args, environment(process.execPath))
}

function environment(command) {
  const path = command === 'npm' ? [] : [dirname(command)]
  return {
    NODE_ENV: 'development',
    PATH: [...path, process.env.PATH].join(delimiter),
    npm_config_update_notifier: 'false',
    ...cacheWhereWritable(),
  }
}

function isRecent() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12)
}

/** Returns the script behind `npm`, so that any Node can run it. */
function npmProgram() {
  const candidates = [
    process.env.npm_execpath,
    ...(process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'npm')),
  ]
  return candidates
    .filter(candidate => candidate && existsSync(candidate))
    .map(candidate => realpathSync(candidate))
    .find(candidate => candidate.endsWith('npm-cli.js'))
}

/**
 * Returns settings for a cache that npm can write: an unwritable home (a container, a service account) must not stop the install.
 */
function cacheWhereWritable() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  if (isWritable(usual)) return {}
  const own = inside('.cache/npm')
  mkdirSync(own, { recursive: true })
  return { npm_config_cache: own, npm_config_logs_max: '0' }
}

function isWritable(folder) {
  if (!existsSync(folder) && dirname(folder) !== folder) return isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
