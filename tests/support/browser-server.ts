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
]

export function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions())
}

/** Uses the installed Chromium: no download, and it decodes H.264 and AAC. */
export function launchOptions(flags: readonly string[] = []) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no Chromium was found: set CHROMIUM_PATH')
  return { executablePath, args: [...FLAGS, ...flags] }
}
