/** Debian's Prometheus with our alert rules, which scrapes nodes every second. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { freePort } from '#tests/support/site.ts'
import { root } from '#tests/support/sources.ts'
import { isInstalled } from './debian.ts'

const PROGRAM = '/usr/bin/prometheus'
const EVERY = '1s'
/** The `for` of every rule: an alert that lasts a moment does not fire. */
const LASTS = '2s'

type Rules = { groups: Array<{ interval?: string; rules: Array<{ for?: string }> }> }
type Alert = { state: 'pending' | 'firing'; labels: Record<string, string> }
export type Prometheus = {
  /** The labels of an alert that fires, or null. */
  firing: (name: string) => Promise<Record<string, string> | null>
  /** How many scrapes of our nodes have been answered. */
  scrapes: () => Promise<number>
  stop: () => Promise<void>
}

export const hasPrometheus = isInstalled(PROGRAM)

/** @param targets such as `127.0.0.1:4321` */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-prometheus-'))
  const rules = parse(await readFile(join(root, 'ops/prometheus/alerts.yml'), 'utf8')) as Rules
  for (const group of rules.groups) {
    group.interval = EVERY
    for (const rule of group.rules) rule.for = LASTS
  }
  await writeFile(join(folder, 'alerts.yml'), stringify(rules))
  const config = {
    global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'pardeh', static_configs: [{ targets }] }],
  }
  await writeFile(join(folder, 'prometheus.yml'), stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    PROGRAM,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ask = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`http://${address}/api/v1/${path}`)).json()) as { data: T }).data
  return {
    firing: async name => {
      const { alerts } = await ask<{ alerts: Alert[] }>('alerts').catch(() => ({ alerts: [] }))
      const found = alerts.find(
        ({ state, labels }) => state === 'firing' && labels.alertname === name,
      )
      return found?.labels ?? null
    },
    scrapes: async () => {
      const query = encodeURIComponent('sum(count_over_time((up{job="pardeh"} == 1)[5m:1s]))')
      const { result } = await ask<{ result: Array<{ value: [number, string] }> }>(
        `query?query=${query}`,
      ).catch(() => ({ result: [] }))
      return Number(result[0]?.value[1] ?? 0)
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
