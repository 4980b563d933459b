import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { bin, node, root } from './paths.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The environment of everything we start: our Node and tools first, no telemetry. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: bin + delimiter + (process.env.PATH ?? ''),
    ASTRO_TELEMETRY_DISABLED: '1',
    ...extra,
  }
}

/** Runs Node 24 on the terminal; returns its exit code as a shell does. */
export function runAttached(args, env) {
  return run(node, args, { stdio: 'inherit', env })
}

/** Runs without output; returns `{ code, output }`. A signal ends this process too: an interrupted step has not failed. */
export async function collect(command, args, env) {
  const chunks = []
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    heard: chunk => chunks.push(chunk),
    stopped: signal => process.exit(exitCodeOf(signal)),
  })
  return { code, output: Buffer.concat(chunks).toString() }
}

function run(command, args, { stdio, env, heard, stopped }) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio, env: environment(env) })
    let received
    const stop = forwardSignals(child, signal => {
      received ??= signal
    })
    child.stdout?.on('data', heard)
    child.stderr?.on('data', heard)
    child.on('error', error => {
      stop()
      heard?.(Buffer.from(String(error)))
      if (!heard) console.error(String(error))
      resolve(127)
    })
    child.on('close', (code, signal) => {
      stop()
      if (received) stopped?.(received)
      resolve(code ?? exitCodeOf(signal))
    })
  })
}

function forwardSignals(child, heard) {
  const handlers = SIGNALS.map(signal => [
    signal,
    () => {
      heard(signal)
      forward(child, signal)
    },
  ])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

function forward(child, signal) {
  // Ctrl+C in a terminal has already reached the child: it is in the same process group.
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  child.kill(signal)
}

function exitCodeOf(signal) {
  return 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0)
}
