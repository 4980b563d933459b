import { existsSync, readFileSync } from 'node:fs'
import { npmInstall } from './npm.mjs'
import { inside, node, root } from './paths.mjs'
import { diskMeter, excerpt, step } from './print.mjs'
import { npmComplaint } from './versions.mjs'

const lockPath = inside('package-lock.json')
const installedLockPath = inside('node_modules/.package-lock.json')
const machineLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'

/**
 * Installs exactly the packages in the lockfile, unless they are installed. Programs of the product need only those of `npm ci
 * --omit=dev` (`needsDev: false`). Returns true on success.
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
  const written = diskMeter(root)
  let phase = ''
  const progress = () => {
    const count = expected.filter(isThere).length
    const packages = count > 0 ? `${count} of ${expected.length}` : phase
    return [packages, written()].filter(Boolean).join(', ')
  }
  const done = step(title, progress)
  const { code, output } = await npmInstall(lock, words => {
    phase = words
  })
  if (code !== 0 || !existsSync(node)) {
    done('failed')
    console.error(
      `\n${excerpt(output)}\n\nnpm could not install the packages. Check the network connection and run the command again.`,
    )
    return false
  }
  done(`${expected.length} packages`)
  return true
}

/** True if the packages are installed. npm writes its list last, so an interrupted install has none. */
function isInstalled(lock, { needsDev }) {
  if (!existsSync(node) || !existsSync(installedLockPath)) return false
  const installed = JSON.parse(readFileSync(installedLockPath, 'utf8')).packages
  const expected = JSON.parse(lock).packages
  return packagesFor(lock, { needsDev }).every(
    path => installed[path]?.version === expected[path].version && isThere(path),
  )
}

/** Returns the packages that must be installed: all except those of other platforms and their dependencies. */
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
