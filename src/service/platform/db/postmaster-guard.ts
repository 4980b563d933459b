/** Stops the embedded server when the process that owns it has ended, in whatever way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { plainEnv } from './cluster.ts'

export type PostmasterGuard = {
  /** Starts the guard. It may be called repeatedly. */
  arm: () => void
  /** Ends the guard without stopping the server. */
  release: () => void
}

/**
 * Only the owner can write to this stdin; the kernel closes it with the owner. SIGINT, PostgreSQL's fast shutdown, then stops the
 * server of the folder. A server that was just launched may write its lock file a moment later. A process that reuses the id of a
 * dead server has another working folder.
 */
const SCRIPT = `read -r word && exit 0
for second in 1 2 3 4 5 6 7 8 9 10; do
  if read -r pid <"$FOLDER/postmaster.pid"; then
    if [ ! -e /proc/self ] || [ "/proc/$pid/cwd" -ef "$FOLDER" ]; then kill -INT "$pid"; fi
    exit 0
  fi
  sleep 1
done`

/** @param folder the data folder, which is also the working folder of the server */
export function createPostmasterGuard(folder: string): PostmasterGuard {
  let shell: ChildProcess | null = null
  return {
    arm() {
      if (shell || process.platform === 'win32') return
      // In a separate session, ^C and a closed terminal only reach the owner, which stops the server itself.
      const child = spawn('/bin/sh', ['-c', SCRIPT, 'pardeh-postmaster-guard'], {
        cwd: '/',
        env: { ...plainEnv, FOLDER: folder },
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      // Without a shell, the next start adopts the server, or `stop` ends it.
      child.on('error', () => undefined)
      child.stdin?.on('error', () => undefined)
      child.unref()
      const { stdin } = child as { stdin?: { unref?: () => void } | null }
      stdin?.unref?.()
      shell = child
    },
    release() {
      shell?.stdin?.end('release\n')
      shell = null
    },
  }
}
