import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { collect } from './child.mjs'
import { step, tail } from './print.mjs'

/** Installs Debian packages without starting their services. Returns true on success, false without Debian or root. */
export async function installPackages(title, packages) {
  if (process.getuid?.() !== 0 || !programOnPath('apt-get')) return false
  const done = step(title)
  // RUNLEVEL=1 prevents the install scripts from starting servers.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await collect('apt-get', ['update', '-q'], env)
  const args = ['install', '-qy', '--no-install-recommends', ...packages]
  const { code, output } = await collect('apt-get', args, env)
  done(code === 0 ? '' : 'failed')
  if (code !== 0) console.error(tail(output, 20))
  return code === 0
}

/** Returns the path of a program, or undefined. Debian installs servers in folders that are not on the PATH of users. */
export function programOnPath(name) {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
    .map(folder => join(folder, name))
    .find(isProgram)
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
