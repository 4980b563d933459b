/** Namespaces that represent a machine with a container engine: a bridge, networks of services, and visitors outside. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { root } from '#tests/support/sources.ts'
import type { Compose, ComposeService } from './compose-file.ts'
import { outputOf } from './processes.ts'

const run = promisify(execFile)

/** Returns the addresses that the file names, and others in turn: a service that is recreated gets another one. */
export function addressesOf({ subnet, range, gateway }: Compose) {
  const [, prefix] = ipaddr.IPv4.parseCIDR(subnet)
  const [first] = ipaddr.IPv4.parseCIDR(range)
  const [a, b, c, last = 0] = first.octets
  let count = 0
  return {
    prefix,
    gateway: `${gateway}/${prefix}`,
    of: ({ networks }: ComposeService) =>
      'inside' in networks ? networks.inside.ipv4_address : [a, b, c, last + ++count].join('.'),
  }
}

export type MachineOptions = {
  folder: string
  gateway: string
  omitted: string[]
  visitors: string[]
}
type Answer = { status: number; headers: Record<string, string>; text: string }
type Ask = {
  from: string
  to: string
  url: string
  method?: string
  headers?: Record<string, string>
  ca?: string
  body?: string
}

export async function startMachine({ folder, gateway, omitted, visitors }: MachineOptions) {
  const list = join(folder, 'omitted')
  await writeFile(list, omitted.join('\n'))
  const namespaces = ['-mnp', '--fork', '--kill-child', '--mount-proc']
  const enter = [join(import.meta.dirname, 'enter.sh'), gateway, root, list, ...visitors]
  const holder = spawn('unshare', [...namespaces, 'bash', '--norc', ...enter], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = outputOf(holder)
  await new Promise<void>((done, failed) => {
    holder.stdout?.on('data', () => output.stdout().includes('entered') && done())
    holder.once('close', () => failed(new Error(`the machine did not start:\n${output.text()}`)))
  })
  const pid = await firstChild(holder)
  const within = ['--target', String(pid), '--mount', '--pid']
  const outside = visitorsOf(pid)
  let count = 0

  return {
    visitors: outside.ask,
    /** Creates a network for a service. @returns the file of its namespace */
    attach: async (name: string, address: string): Promise<string> => {
      const number = ++count
      const own = `${name}-${number}`
      const [via = ''] = gateway.split('/')
      const ip = (...args: string[]) => run('nsenter', [...within, '--net', 'ip', ...args])
      await ip('netns', 'add', own)
      await ip('link', 'add', `v${number}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', own)
      await ip('link', 'set', `v${number}`, 'master', 'inside', 'up')
      await ip('-n', own, 'address', 'add', address, 'dev', 'eth0')
      await ip('-n', own, 'link', 'set', 'eth0', 'up')
      await ip('-n', own, 'route', 'add', 'default', 'via', via)
      return `/proc/${pid}/root/run/netns/${own}`
    },
    spawn: (network: string, command: string[], env: Record<string, string>): ChildProcess =>
      spawn(
        '/usr/bin/nsenter',
        [
          ...within,
          `--net=${network}`,
          '/usr/bin/unshare',
          '-mp',
          '--fork',
          '--kill-child',
          '/bin/bash',
          '--norc',
          ...command,
        ],
        { env, stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    enter: (
      of: number,
      user: { uid: number; gid: number },
      command: string[],
      env: Record<string, string>,
    ): ChildProcess =>
      spawn(
        '/usr/bin/nsenter',
        [
          '--target',
          String(of),
          '--mount',
          '--net',
          '--pid',
          '--root',
          '--wd',
          `--setuid=${user.uid}`,
          `--setgid=${user.gid}`,
          '--',
          ...command,
        ],
        { env, stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    end: async () => {
      outside.end()
      const closed = new Promise(done => holder.once('close', done))
      if (holder.exitCode !== null || holder.signalCode !== null) return
      process.kill(pid, 'SIGKILL')
      await closed
    },
  }
}

async function firstChild({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)])
  return Number(stdout)
}

/** Starts one process for the requests of all visitors, in the network of the machine. */
function visitorsOf(pid: number) {
  const child = spawn(
    'nsenter',
    ['--target', String(pid), '--net', process.execPath, join(import.meta.dirname, 'visitor.mjs')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const waiting = new Map<number, { done: (a: Answer) => void; failed: (e: Error) => void }>()
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, error, ...answer } = JSON.parse(line)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.failed(new Error(error))
    else asked?.done(answer)
  })
  let last = 0
  return {
    ask: (ask: Ask): Promise<Answer> =>
      new Promise((done, failed) => {
        waiting.set(++last, { done, failed })
        child.stdin.write(`${JSON.stringify({ id: last, ...ask })}\n`)
      }),
    end: () => child.stdin.end(),
  }
}
