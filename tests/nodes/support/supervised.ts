/** A node that is started again when it ends, as systemd or Kubernetes does, and tells when it ended without being killed. */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, type SiteOptions, startSite } from '#tests/support/site.ts'

const RESTART_MS = 1_000

export type SupervisedNode = {
  url: string
  port: number
  /** SIGKILL; the supervisor starts it again. */
  kill: () => Promise<void>
  /** How often the process ended although nobody stopped it. */
  ends: () => number
  logs: () => string
  /** SIGTERM, for good. Resolves to the exit code. */
  stop: () => Promise<number | null>
}

export async function startSupervised(options: SiteOptions): Promise<SupervisedNode> {
  const port = options.port ?? (await freePort())
  let site = await startSite({ ...options, port })
  let isStopping = false
  let ends = 0
  let past = ''
  const supervision = supervise()

  async function supervise() {
    while (!isStopping) {
      const how = await site.ended
      if (isStopping) return
      past += site.logs()
      if (how !== 'killed') ends++
      await wait(RESTART_MS)
      await restart()
    }
  }

  async function restart() {
    while (!isStopping) {
      const started = await startSite({ ...options, port }).catch(error => {
        past += String(error)
        return null
      })
      if (started) {
        site = started
        return
      }
    }
  }

  return {
    url: site.url,
    port,
    kill: () => site.kill9(),
    ends: () => ends,
    logs: () => past + site.logs(),
    stop: async () => {
      isStopping = true
      const code = await site.stop()
      await supervision
      return code
    },
  }
}
