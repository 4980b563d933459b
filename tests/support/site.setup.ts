// Runs once before all browser tests: starts the built site on a free port with an empty data folder, and
// one Chromium to which every test file connects. SITE_UNDER_TEST names a site that is already running,
// and DATA_DIR its folder.
// A site of many nodes also has NODE_UNDER_TEST, a page node; SERVICES_UNDER_TEST, its service nodes; and SETTINGS_UNDER_TEST, their
// settings as JSON.
import type { TestProject } from 'vitest/node'
import { build } from '../../scripts/bootstrap/build.mjs'
import { serveBrowser } from './browser-server.ts'
import { captureLogs } from './run-logs.ts'
import { startSite } from './site.ts'

type Run = {
  siteUrl: string
  nodeUrl: string
  dataDir: string
  browserEndpoint: string
  end: () => Promise<void>
}
/** Shared by the projects of one run; the last project stops it. */
const shared = globalThis as { browserRun?: { run: Promise<Run>; projects: number } }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.browserRun ??= { run: begin(), projects: 0 }
  const { browserRun } = shared
  browserRun.projects += 1
  const { siteUrl, nodeUrl, dataDir, browserEndpoint, end } = await browserRun.run
  project.provide('siteUrl', siteUrl)
  project.provide('nodeUrl', nodeUrl)
  project.provide('dataDir', dataDir)
  project.provide('browserEndpoint', browserEndpoint)
  return async () => {
    browserRun.projects -= 1
    if (browserRun.projects > 0) return
    delete shared.browserRun
    await end()
  }
}

async function begin(): Promise<Run> {
  const endLogs = captureLogs()
  const running = process.env.SITE_UNDER_TEST
  if (!running && !(await build('Building'))) throw new Error('the site does not build')
  // One browser acts as many users: X-Forwarded-For carries their addresses.
  const site = running ? null : await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
  const browser = await serveBrowser()
  const siteUrl = site?.url ?? running ?? ''
  return {
    siteUrl,
    nodeUrl: process.env.NODE_UNDER_TEST ?? siteUrl,
    dataDir: site?.dataDir ?? process.env.DATA_DIR ?? '',
    browserEndpoint: browser.wsEndpoint(),
    end: async () => {
      await browser.close()
      await site?.stop()
      await endLogs()
    },
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    nodeUrl: string
    /** DATA_DIR of the site, for commands. */
    dataDir: string
    browserEndpoint: string
  }
}
