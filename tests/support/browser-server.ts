import { type BrowserServer, chromium } from 'playwright'
import { findBrowser } from '../../scripts/bootstrap/browser.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Stops the headless shell from rounding the widths of letters, which a browser with a window does not do.
  '--font-render-hinting=none',
]

export function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions())
}

/** Launches the installed Chromium: nothing is downloaded, and it decodes H.264 and AAC. */
export function launchOptions(flags: readonly string[] = []) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no Chromium was found: set CHROMIUM_PATH')
  return { executablePath, args: [...FLAGS, ...flags] }
}
