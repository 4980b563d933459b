import type { Deps } from '../../platform/deps.ts'
import { commandStates } from './command-runs.ts'

/** Reports imports and ingests, which run in other processes. All gauges share one query. */
export function registerCommandGauges({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  let running: ReturnType<typeof commandStates> | null = null
  const states = () => {
    running ??= commandStates(db).finally(() => {
      running = null
    })
    return running
  }
  type State = Awaited<ReturnType<typeof states>>[string]
  const gauge = (name: string, help: string, pick: (state: State) => number) =>
    metrics.gauge(name, help, 'command', async () =>
      Object.fromEntries(
        Object.entries(await states()).map(([command, state]) => [command, pick(state)]),
      ),
    )
  gauge('pardeh_command_runs', 'Runs of a command that are in progress', state => state.running)
  gauge(
    'pardeh_command_done',
    'Work done by the running runs, or by the newest run if none is running',
    state => state.done,
  )
  gauge(
    'pardeh_command_total',
    'Total work of these runs; 0 if it is unknown',
    state => state.total,
  )
  gauge(
    'pardeh_command_idle_seconds',
    'Longest time for which a running run has made no progress; 0 if none is running',
    state => state.idle,
  )
  gauge('pardeh_command_failed', 'Runs that failed within a day', state => state.failed)
}
