import { existsSync, readFileSync } from 'node:fs'
import { npmInstall } from './npm.mjs'
import { inside, node } from './paths.mjs'
import { excerpt, step } from './print.mjs'
import { npmComplaint } from './versions.mjs'

const lockPath = inside('package-lock.json')
const installedLockPath = inside('node_modules/.package-lock.json')
const machineLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'

/**
 * Installs exactly what the lockfile names, unless it is installed. What only runs the product is content with `npm ci --omit=dev`
 * (`needsDev: false`). Returns success.
 */
export async function install(title, { needsDev = true } = {}) {
  const lock = readFileSync(lockPath, 'utf8')
  if (isInstalled(lock, { needsDev })) return true

  const complaint = npmComplaint()
  if (complaint) {
    console.error(complaint)
    return false
  }
  const expected = packagesFor(lock)
  const done = step(title, () => `${expected.filter(isThere).length} of ${expected.length}`)
  const { code, output } = await npmInstall(lock)
  if (code !== 0 || !existsSync(node)) {
    done('failed')
    console.error(
      `\n${excerpt(output)}\n\nnpm could not install the packages. Is the network there?`,
    )
    return false
  }
  done(`${expected.length} packages`)
  return true
}

/** npm writes the list of installed packages last, so an interrupted install has none. */
function isInstalled(lock, { needsDev }) {
  if (!existsSync(node) || !existsSync(installedLockPath)) return false
  const installed = JSON.parse(readFileSync(installedLockPath, 'utf8')).packages
  const expected = JSON.parse(lock).packages
  return packagesFor(lock, { needsDev }).every(
    path => installed[path]?.version === expected[path].version && isThere(path),
  )
}

/** The packages that must be installed: all but those of other platforms and their dependencies. */
function packagesFor(lock, { needsDev } = { needsDev: true }) {
  return Object.entries(JSON.parse(lock).packages)
    .filter(([path, entry]) => path !== '' && isExpected(entry) && (needsDev || !isDev(entry)))
    .map(([path]) => path)
}

function isExpected({ optional, os, cpu, libc }) {
  const fits = has(os, process.platform) && has(cpu, process.arch) && has(libc, machineLibc)
  return fits && (!optional || Boolean(os ?? cpu))
}

function isDev({ dev, devOptional }) {
  return Boolean(dev ?? devOptional)
}

function has(list, value) {
  return !list || list.includes(value)
}

function isThere(path) {
  return existsSync(inside(path, 'package.json'))
}
