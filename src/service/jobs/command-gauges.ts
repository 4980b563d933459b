import type { Deps } from '../deps.ts'
import { commandStates } from './command-runs.ts'

/** Imports and ingests, which run in other processes. All gauges share one query. */
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
  gauge('pardeh_command_runs', 'Runs of a command that go on', state => state.running)
  gauge(
    'pardeh_command_done',
    'How far the runs that go on are, or the newest one where none goes on',
    state => state.done,
  )
  gauge(
    'pardeh_command_total',
    'All that they have to do; 0 where it is unknown',
    state => state.total,
  )
  gauge(
    'pardeh_command_idle_seconds',
    'For how long the run that stands still the longest has made no progress; 0 where none goes on',
    state => state.idle,
  )
  gauge('pardeh_command_failed', 'Runs that failed within a day', state => state.failed)
}
