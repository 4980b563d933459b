/** Output of processes in separate namespaces, and which of them is the service. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type Output = { text: () => string; stdout: () => string; stderr: () => string }

export function outputOf(child: ChildProcess, onChunk?: (chunk: Buffer) => void): Output {
  const all: Buffer[] = []
  const read = (stream: ChildProcess['stdout']) => {
    const own: Buffer[] = []
    stream?.on('data', (chunk: Buffer) => {
      own.push(chunk)
      all.push(chunk)
      onChunk?.(chunk)
    })
    return () => Buffer.concat(own).toString()
  }
  const [stdout, stderr] = [read(child.stdout), read(child.stderr)]
  return { stdout, stderr, text: () => Buffer.concat(all).toString() }
}

/** Returns the process that is number 1 of the deepest namespace below `child`. */
export async function innermost(child: ChildProcess, output: Output): Promise<number> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(10)) {
    if (child.exitCode !== null) break
    for (let pid = child.pid; pid; pid = childOf(pid)) if (isFirst(pid)) return pid
  }
  throw new Error(`a service did not start:\n${output.text()}`)
}

function childOf(pid: number): number | undefined {
  return Number(proc(`${pid}/task/${pid}/children`).trim().split(' ')[0]) || undefined
}

/** True for the first process in the namespace of a service, which is inside that of the machine, which is inside ours. */
function isFirst(pid: number): boolean {
  const [, numbers = ''] = /^NSpid:\s+(.*)$/m.exec(proc(`${pid}/status`)) ?? []
  const levels = numbers.split(/\s+/)
  return levels.length > 2 && levels.at(-1) === '1'
}

function proc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
