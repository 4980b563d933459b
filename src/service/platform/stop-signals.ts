/**
 * SIGINT (^C), SIGTERM and SIGHUP (a closed terminal) end the process at any time, even while it starts: everything started so far is
 * stopped, newest first. Otherwise, a signal before the socket listens would leave the embedded database running.
 */
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof SIGNALS)[number]
/** Stops a part. May return the exit code of the process. */
type Stop = (signal: StopSignal) => Promise<number | undefined>

const stops: Stop[] = []
let ending: Promise<never> | undefined

/** Registers `stop`. Returns the function that unregisters it, for a part that has already stopped. */
export function onStopSignal(stop: Stop): () => void {
  if (stops.length === 0) for (const signal of SIGNALS) process.on(signal, end)
  stops.push(stop)
  return () => {
    const index = stops.indexOf(stop)
    if (index >= 0) stops.splice(index, 1)
    if (stops.length === 0 && !ending) for (const signal of SIGNALS) process.off(signal, end)
  }
}

/** Never resolves after a signal: work that fails because its database is stopping must not be reported as an error. */
export async function unlessStopping(): Promise<void> {
  await ending
}

/** Handles a signal. Repeated signals are ignored: ^C reaches npm and its children separately. */
function end(signal: StopSignal): void {
  ending ??= stopAll(signal)
}

async function stopAll(signal: StopSignal): Promise<never> {
  let code: number | undefined
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    const named = await stop(signal).catch(() => undefined)
    code ??= named
  }
  process.exit(code ?? 128 + constants.signals[signal])
}
