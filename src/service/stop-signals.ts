/**
 * SIGINT (^C), SIGTERM and SIGHUP (a closed terminal) end the process at any time, also while it starts: what has been started by
 * then is stopped, the newest first. Without this a signal before the socket listens would leave the embedded database running.
 */
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof SIGNALS)[number]
/** Stops something. May name the exit code of the process. */
type Stop = (signal: StopSignal) => Promise<number | undefined>

const stops: Stop[] = []
let ending: Promise<never> | undefined

/** Returns the function that forgets `stop`, for what has stopped by itself. */
export function onStopSignal(stop: Stop): () => void {
  if (stops.length === 0) for (const signal of SIGNALS) process.on(signal, end)
  stops.push(stop)
  return () => {
    const index = stops.indexOf(stop)
    if (index >= 0) stops.splice(index, 1)
    if (stops.length === 0 && !ending) for (const signal of SIGNALS) process.off(signal, end)
  }
}

/** After a signal never resolves: work that fails because its database stops is no error to report. */
export async function unlessStopping(): Promise<void> {
  await ending
}

/** A repeated signal changes nothing: ^C reaches npm and its children each by itself. */
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
