/** A node that is started again when it ends, as by systemd or Kubernetes, and that counts its ends without a kill. */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, type SiteOptions, startSite } from '#tests/support/site.ts'

const RESTART_MS = 1_000

export type SupervisedNode = {
  url: string
  port: number
  /** Sends SIGKILL; the supervisor starts the node again. */
  kill: () => Promise<void>
  /** Returns how often the process ended without a stop or kill. */
  ends: () => number
  logs: () => string
  /** Sends SIGTERM and does not start the node again. Resolves to the exit code. */
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
