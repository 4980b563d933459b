/**
 * Follows ops/first-hour.md from beginning to end: the commands of the document run in separate namespaces, so that this machine
 * does not change. apt-get, git and `npm run build` return files that exist already; systemctl and systemd-run start the commands
 * of units without systemd.
 */
import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#tests/support/sources.ts'

const run = promisify(execFile)
const SHIMS = join(root, 'tests/nodes/support/first-hour')
const RELEASE = [
  'brand',
  'dist',
  'ops',
  'pardeh',
  'scripts',
  'src',
  'package.json',
  'package-lock.json',
]
/** Number of steps in the document, in order; each is marked in the output. */
const STEPS = 8

const isAble =
  process.getuid?.() === 0 && spawnSync('unshare', ['-mnp', '--fork', 'true']).status === 0

let folder: string
beforeAll(async () => {
  if (!isAble) return
  folder = await mkdtemp(join(tmpdir(), 'pardeh-first-hour-'))
  const release = join(folder, 'release')
  await mkdir(release)
  for (const name of [...RELEASE, '.npmrc'])
    await cp(join(root, name), join(release, name), { recursive: true })
  // The document runs `npm ci --omit=dev`. It runs here, while the network is available.
  await run('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: release, maxBuffer: 64e6 })
  await writeFile(join(folder, 'script.sh'), scriptOf(await document()))
}, 240_000)
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
})

function document(): Promise<string> {
  return readFile(join(root, 'ops/first-hour.md'), 'utf8')
}

/** Returns the blocks of commands, with the title of their step before them. */
function scriptOf(text: string): string {
  const parts = [...text.matchAll(/^## (.*)$|^```sh\n([\s\S]*?)^```$/gm)]
  const lines = parts.map(([, title, code]) => (title ? `echo "## ${title}"` : (code ?? '')))
  return `set -euo pipefail\n${lines.join('\n')}\necho "## end"\n`
}

test.runIf(isAble)(
  'every command of the document has its described effect',
  { timeout: 400_000 },
  async () => {
    const script = await readFile(join(folder, 'script.sh'), 'utf8')
    expect(script.match(/^echo "## \d/gm)).toHaveLength(STEPS)
    const { stdout, stderr } = await run(
      'unshare',
      [
        '-mnp',
        '--fork',
        '--kill-child',
        '--mount-proc',
        'bash',
        '--norc',
        join(SHIMS, 'enter.sh'),
        folder,
        SHIMS,
      ],
      { maxBuffer: 64e6 },
    ).catch((error: { stdout: string; stderr: string }) => error)
    const said = `${stdout}\n${stderr}`
    expect(stdout, said.slice(-6_000)).toContain('## end')
    const of = (number: number) => stdout.split(`## ${number}. `)[1]?.split('\n## ')[0] ?? ''
    expect(of(4)).toContain('{"status":"ready"}')
    expect(of(4)).toContain('HTTP/2 200')
    expect(of(4)).toMatch(/^pardeh_database_up 1$/m)
    expect(of(4)).toContain('/metrics by nginx: 404')
    for (const name of ['settings', 'database', 'Redis', 'SITE_URL', 'media store', 'TRUST_PROXY'])
      expect(of(5)).toMatch(new RegExp(`^ok +${name} `, 'm'))
    expect(of(6)).toMatch(/^ok +backup +0\.\d hours old/m)
    expect(of(6)).toMatch(/The backup is in \/var\/backups\/pardeh\/pardeh-/)
    expect(stderr).toContain('Restoring into the database rehearsal on 127.0.0.1:5432')
    expect(of(6)).toContain('the backup is complete')
    expect(of(6)).toContain('Jobs are off on this database')
    expect(of(7)).toContain('The database is already at this version.')
    expect(of(7)).toContain('{"status":"ready"}')
    expect(of(8)).toContain('SECRET_PREVIOUS')
  },
)
