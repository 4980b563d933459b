import { installPackages, isProgram, programOnPath } from './debian.mjs'

/** Debian's headless shell has the same engine without a window: a page takes a third less processor time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const LOCATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ADVICE = `No browser was found for the browser tests. One of these helps; then run npm test again:
  Debian:        sudo apt-get install chromium-headless-shell
  Fedora:        sudo dnf install chromium
  anywhere else: install Chrome or Chromium and set CHROMIUM_PATH to its program`

/** Finds Chromium, or installs it on Debian as root. Returns its path, or null. */
export async function browser(title) {
  const found = findBrowser()
  if (found) return found
  if (!(await installPackages(title, [HEADLESS]))) await installPackages(title, ['chromium'])
  const installed = findBrowser()
  if (!installed) console.error(ADVICE)
  return installed
}

export function findBrowser() {
  const configured = process.env.CHROMIUM_PATH
  if (configured && isProgram(configured)) return configured
  return NAMES.map(programOnPath).find(Boolean) ?? LOCATIONS.find(isProgram) ?? null
}
