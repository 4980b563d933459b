// PostgreSQL refuses to run as root. If the app runs as root, its server runs as an ordinary user.
import { readFileSync, statSync } from 'node:fs'
import { chown, lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

export type Account = { uid: number; gid: number }
export type Command = { file: string; args: string[]; account?: Account }

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/local/bin/setpriv']

/** Returns the account of the server; null if the app is not root, so that the server can run as the app's user. */
export function serverAccount(ownedBefore: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(ownedBefore, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const found = ['postgres', 'nobody'].map(accountOf).find(account => account !== null)
  if (!found) {
    throw new StartError(
      'PostgreSQL cannot run as root, and no user "postgres" or "nobody" exists to run it as. ' +
        'Start the app as an ordinary user, add one with `useradd postgres`, or set DATABASE_URL.',
    )
  }
  return found
}

/** Returns the command that starts a program as that account, with access to all of these paths. */
export function runAs(
  account: Account | null,
  paths: string[],
  file: string,
  args: string[],
): Command {
  if (account === null) return { file, args }
  const closed = paths.map(path => closedTo(account, path)).find(path => path !== null)
  if (closed === undefined) return { file, args, account }
  const setpriv = setprivPaths.find(path => statSync(path, { throwIfNoEntry: false }))
  if (!setpriv) {
    throw new StartError(
      `PostgreSQL cannot run as root, and user ${account.uid} cannot enter ${closed}. ` +
        `Run \`chmod o+x ${closed}\`, start the app as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return { file: setpriv, args: [...reachingArgs(account), file, ...args] }
}

/**
 * Returns arguments of setpriv. A checkout in /root is closed to every other user, so the server keeps one capability of root, the one
 * to enter closed folders. `no_setuid_fixup` is required so that access(2) honours it.
 */
function reachingArgs({ uid, gid }: Account): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
  ]
}

function accountOf(name: string): Account | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find(entry => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : null
  } catch {
    return null
  }
}

function closedTo({ uid, gid }: Account, path: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder)
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
    if (folder === dirname(folder)) return null
  }
}

export async function chownTo(account: Account | null, path: string): Promise<void> {
  if (account === null) return
  await chown(path, account.uid, account.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await chownTo(account, join(path, name))
}
