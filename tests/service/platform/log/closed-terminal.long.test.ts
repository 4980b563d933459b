import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isProcessAlive } from '#src/service/platform/db/postmaster.ts'

const APP = join(import.meta.dirname, '../../../support/logging-app.ts')

test.each(['at-once', 'later'])(
  'a process that logs to a closed terminal ends: %s',
  {
    timeout: 120_000,
  },
  async when => {
    // script(1) creates a terminal, which closes when its process ends.
    const command = `exec ${process.execPath} ${APP} ${when}`
    const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'])
    const pid = await new Promise<number>(done => {
      terminal.stdout.on('data', chunk => {
        const said = /pid (\d+)/.exec(String(chunk))
        if (said) done(Number(said[1]))
      })
    })
    onTestFinished(() => {
      if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL')
    })
    terminal.kill('SIGKILL')
    await vi.waitFor(() => expect(isProcessAlive(pid)).toBe(false), {
      timeout: 60_000,
      interval: 20,
    })
  },
)
