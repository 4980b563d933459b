// Preloaded into a program (`node --import`): sends it SIGTERM when its parent process is gone. A process killed by SIGKILL cannot
// forward that, and Node has no signal for the death of a parent.
import { isMainThread } from 'node:worker_threads'
import { PARENT, WATCH_MS } from './parent.mjs'

const parent = Number(process.env[PARENT])
// This applies to this process only: programs that it starts have another parent.
if (isMainThread) delete process.env[PARENT]

if (isMainThread && parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, WATCH_MS)
  timer.unref()
}
