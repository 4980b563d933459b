import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { PARENT_FLAGS, parentEnvironment, watchNpm } from './parent.mjs'
import { bin, node, root } from './paths.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Returns the environment of every program that we start: our Node and tools first, no telemetry. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: bin + delimiter + (process.env.PATH ?? ''),
    ASTRO_TELEMETRY_DISABLED: '1',
    ...extra,
  }
}

/** Runs Node 24 on the terminal until it ends, or until npm or this process is gone. Returns its exit code like a shell. */
export function runAttached(args, env) {
  return run(node, args, { stdio: 'inherit', env })
}

/**
 * Runs a command without output and returns `{ code, output }`. A signal ends this process too, because an interrupted step has not
 * failed.
 */
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
  const isWatching = command === node
  return new Promise(resolve => {
    const child = spawn(command, isWatching ? [...PARENT_FLAGS, ...args] : args, {
      cwd: root,
      stdio,
      env: { ...environment(env), ...(isWatching ? parentEnvironment() : {}) },
    })
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
  const leaveNpm = watchNpm(() => {
    heard('SIGTERM')
    child.kill('SIGTERM')
  })
  return () => {
    leaveNpm()
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
