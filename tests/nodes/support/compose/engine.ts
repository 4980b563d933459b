/**
 * Starts the services of a compose file as processes in namespaces, without a container engine. Each has its own address on the
 * file's network, its own root directory, and the names of the others in /etc/hosts.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { captureLine } from '#tests/support/run-logs.ts'
import { type ComposeService, mountOf, readCompose, seconds } from './compose-file.ts'
import { bind, developmentPackages, type Image, imageOf } from './images.ts'
import { addressesOf, startMachine } from './machine.ts'
import { innermost, type Output, outputOf } from './processes.ts'

type EngineOptions = {
  file: string
  /** Environment of the command `compose up`. */
  environment: Record<string, string>
  /** Folder for files of the engine; the test removes it. */
  folder: string
  profiles: string[]
  /** Addresses of visitors, who can reach the published ports. */
  visitors: string[]
  /** Further names of a service, as public DNS has them. */
  names: Record<string, string>
}
type Running = { child: ChildProcess; output: Output; address: string; pid: number }
type RunOptions = { volumes?: string[]; environment?: Record<string, string> }

/** Interval of health checks. Engines ask less often, but a test cannot wait, and asks while the server is still starting. */
const ASK_EVERY_MS = 500

export async function startEngine(options: EngineOptions) {
  const compose = readCompose(options.file, options.environment)
  const addresses = addressesOf(compose)
  const machine = await startMachine({
    ...options,
    gateway: addresses.gateway,
    omitted: developmentPackages(),
  })
  const running = new Map<string, Running>()
  const hosts = join(options.folder, 'hosts')
  await writeFile(hosts, '')
  const inProfile = Object.entries(compose.services).filter(
    ([, { profiles }]) =>
      profiles.length === 0 || profiles.some(each => options.profiles.includes(each)),
  )

  /** Writes the names of running services, as the engine's DNS returns them, into the existing file, because it is mounted. */
  async function tellNames(): Promise<void> {
    const lines = [...running].map(([name, { address }]) => {
      const more = Object.entries(options.names).filter(([, service]) => service === name)
      return [address, name, ...more.map(([other]) => other)].join(' ')
    })
    await writeFile(hosts, ['127.0.0.1 localhost', ...lines, ''].join('\n'))
  }

  async function launch(name: string, service: ComposeService, command?: string[]) {
    const image = imageOf(service.image, dockerfileOf(service))
    const address = addresses.of(service)
    const network = await machine.attach(name, `${address}/${addresses.prefix}`)
    const environment = { ...image.environment, ...service.environment }
    const program = [
      ...(service.entrypoint ?? image.entrypoint ?? []),
      ...image.start(command ?? (service.entrypoint ? [] : service.command), environment),
    ]
    const args = [
      '--user',
      `${image.user.uid}:${image.user.gid}`,
      ...image.options,
      ...(await mountsOf(service, image)),
      ...bind(hosts, '/etc/hosts'),
      ...service.tmpfs.flatMap(each => ['--tmpfs', each]),
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.security_opt ? ['--no-new-privileges'] : []),
    ]
    if (service.cap_drop && image.user.uid === 0) throw new Error(`${name} runs as root`)
    const child = machine.spawn(
      network,
      [join(import.meta.dirname, 'service.sh'), ...args, '--', ...program],
      environment,
    )
    const output = outputOf(child, chunk => captureLine(`compose-${name}`, chunk))
    return { child, output, address, image, environment }
  }

  async function mountsOf({ mounts }: ComposeService, image: Image): Promise<string[]> {
    const all: string[] = []
    for (const { source, target, isVolume, isReadOnly } of mounts) {
      const from = isVolume ? volume(source) : source
      if (isVolume && (await mkdir(from, { recursive: true })))
        await chown(from, image.user.uid, image.user.gid)
      all.push(...bind(from, target, isReadOnly ? 'ro' : 'rw'))
    }
    return all
  }
  const volume = (name: string) => join(options.folder, 'volumes', name)

  async function start(name: string): Promise<void> {
    const service = compose.services[name]
    if (!service) throw new Error(`service ${name} does not exist`)
    const { child, output, address } = await launch(name, service)
    running.set(name, { child, output, address, pid: await innermost(child, output) })
    await tellNames()
  }

  /** Resolves when the healthcheck of a service passes. @throws after as many failures as the file allows */
  async function healthy(name: string): Promise<void> {
    const service = compose.services[name]
    const check = service?.healthcheck
    if (!service || !check || 'disable' in check)
      throw new Error(
        `${name} has no healthcheck in the compose file: an OCI image cannot have one`,
      )
    const patience = seconds(check.start_period ?? '0s') + check.retries * seconds(check.interval)
    for (const deadline = Date.now() + patience * 1_000; ; await wait(ASK_EVERY_MS)) {
      const { code, stderr } = await exec(name, check.test.slice(1))
      if (code === 0) return
      const { child, output } = found(name)
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${name} is not healthy: ${stderr}\n${output.text()}`)
    }
  }

  /** Runs a command in a running container. */
  async function exec(name: string, command: string[]) {
    const image = imageFor(name)
    const { pid } = found(name)
    const child = machine.enter(pid, image.user, command, {
      ...image.environment,
      ...compose.services[name]?.environment,
    })
    const output = outputOf(child)
    const [code] = await once(child, 'close')
    return { code: Number(code), stdout: output.stdout(), stderr: output.stderr() }
  }

  function imageFor(name: string): Image {
    const service = compose.services[name]
    if (!service) throw new Error(`service ${name} does not exist`)
    return imageOf(service.image, dockerfileOf(service))
  }

  function found(name: string): Running {
    const it = running.get(name)
    if (!it) throw new Error(`${name} does not run`)
    return it
  }

  /** Sends SIGTERM and waits for the end of the process, within the time that the file gives. @returns the exit code */
  async function stop(name: string): Promise<number | null> {
    const { child, pid, output } = found(name)
    running.delete(name)
    if (child.exitCode !== null) return child.exitCode
    const closed = once(child, 'close')
    process.kill(pid, 'SIGTERM')
    const patience = seconds(compose.services[name]?.stop_grace_period ?? '')
    const late = setTimeout(() => process.kill(pid, 'SIGKILL'), patience * 1_000)
    await closed
    clearTimeout(late)
    if (child.exitCode === null) throw new Error(`${name} had to be killed:\n${output.text()}`)
    await tellNames()
    return child.exitCode
  }

  /** Does `compose up -d`: starts each service after the services that it depends on. */
  async function up(): Promise<void> {
    const starts = new Map<string, Promise<void>>()
    const startInOrder = (name: string): Promise<void> => {
      const known = starts.get(name)
      if (known) return known
      const service = compose.services[name]
      const ready = Promise.all(
        (service?.depends_on ?? []).map(async ([other, condition]) => {
          await startInOrder(other)
          if (condition === 'service_healthy') await healthy(other)
        }),
      ).then(() => start(name))
      starts.set(name, ready)
      return ready
    }
    await Promise.all(inProfile.map(([name]) => startInOrder(name)))
    for (const [name, { healthcheck }] of inProfile)
      if (healthcheck && !('disable' in healthcheck)) await healthy(name)
  }

  /** Does `compose run --rm NAME COMMAND…`. */
  async function run(
    name: string,
    command: string[],
    { volumes = [], environment = {} }: RunOptions = {},
  ) {
    const service = compose.services[name]
    if (!service) throw new Error(`service ${name} does not exist`)
    const mounts = volumes.map(each => mountOf(each, '/', compose.volumes))
    const own = {
      ...service,
      environment: { ...service.environment, ...environment },
      mounts: [...service.mounts, ...mounts],
    }
    const { child, output } = await launch(`${name}-run`, own, command)
    const [code] = await once(child, 'close')
    return { code: Number(code), stdout: output.stdout(), stderr: output.stderr() }
  }

  function dockerfileOf({ build }: ComposeService): string | undefined {
    return build && join(dirname(options.file), build.context, build.dockerfile)
  }

  return {
    services: compose.services,
    up,
    run,
    exec,
    healthy,
    stop,
    start,
    /** Copies files into a volume, for the user of the service. */
    fill: async (name: string, service: string, from: string, to: string) => {
      await cp(from, join(volume(name), to), { recursive: true })
      const { uid, gid } = imageFor(service).user
      const all = await readdir(volume(name), { recursive: true })
      for (const path of all) await chown(join(volume(name), path), uid, gid)
    },
    address: (name: string) => found(name).address,
    logs: (name: string) => found(name).output.text(),
    visitors: machine.visitors,
    end: machine.end,
  }
}
