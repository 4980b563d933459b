import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { collect } from './child.mjs'
import { step, tail } from './print.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const LOCATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ADVICE = `No browser was found for the browser tests. One of these helps; then run npm test again:
  Debian:        sudo apt-get install chromium
  Fedora:        sudo dnf install chromium
  anywhere else: install Chrome or Chromium and set CHROMIUM_PATH to its program`

/** Finds Chromium, or installs it on Debian as root. Returns its path or null. */
export async function browser(title) {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && onPath('apt-get')) await installWithApt(title)
  const installed = findBrowser()
  if (!installed) console.error(ADVICE)
  return installed
}

export function findBrowser() {
  const configured = process.env.CHROMIUM_PATH
  if (configured && isProgram(configured)) return configured
  return NAMES.map(onPath).find(Boolean) ?? LOCATIONS.find(isProgram) ?? null
}

async function installWithApt(title) {
  const done = step(title)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await collect('apt-get', ['update', '-q'], env)
  const args = ['install', '-qy', '--no-install-recommends', 'chromium']
  const { code, output } = await collect('apt-get', args, env)
  done(code === 0 ? '' : 'failed')
  if (code !== 0) console.error(tail(output, 20))
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(isProgram)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}
