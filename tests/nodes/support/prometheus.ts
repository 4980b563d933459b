/**
 * Debian's Prometheus with the configuration of docs/metrics.md and the rules of ops/prometheus. The copy that it reads has other
 * targets, another token, an interval of one second, and another `for` in each rule.
 */
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
/** The `for` of every rule: an alert that is active for only a moment does not fire. */
const LASTS = '2s'

type ScrapeConfig = {
  job_name: string
  authorization?: { credentials: string }
  static_configs: Array<{ targets: string[] }>
}
type Config = { global?: object; rule_files: string[]; scrape_configs: ScrapeConfig[] }
type Rules = { groups: Array<{ interval?: string; rules: Array<{ for?: string }> }> }
type Alert = { state: 'pending' | 'firing'; labels: Record<string, string> }
/** A node as Prometheus sees it; `lastError` is empty if the last scrape was answered. */
type Target = { instance: string; health: 'up' | 'down' | 'unknown'; lastError: string }
export type Prometheus = {
  /** Sorted by instance. */
  targets: () => Promise<Target[]>
  /** The value of `up` by instance, from the last scrape of each node. */
  up: () => Promise<Record<string, string>>
  /** Returns the labels of an alert that fires, or null. */
  firing: (name: string) => Promise<Record<string, string> | null>
  /** Returns the number of scrapes that our nodes have answered. */
  scrapes: () => Promise<number>
  stop: () => Promise<void>
}

export const hasPrometheus = isInstalled(PROGRAM)

/** Reads the YAML block in docs/metrics.md. */
export async function documentedConfig(): Promise<Config> {
  const document = await readFile(join(root, 'docs/metrics.md'), 'utf8')
  const block = /^ *```yaml\n([\s\S]*?)^ *```$/m.exec(document)?.[1]
  if (block === undefined) throw new Error('docs/metrics.md has no YAML block')
  return parse(block) as Config
}

/**
 * @param targets such as `127.0.0.1:4321`
 * @param token METRICS_TOKEN of the nodes, or undefined if they have none
 */
export async function startPrometheus(
  targets: readonly string[],
  token?: string,
): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-prometheus-'))
  const rules = parse(await readFile(join(root, 'ops/prometheus/alerts.yml'), 'utf8')) as Rules
  for (const group of rules.groups) {
    group.interval = EVERY
    for (const rule of group.rules) rule.for = LASTS
  }
  await writeFile(join(folder, 'alerts.yml'), stringify(rules))
  const config = await documentedConfig()
  config.global = { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY }
  for (const scrape of config.scrape_configs) {
    scrape.static_configs = [{ targets: [...targets] }]
    if (token && scrape.authorization) scrape.authorization.credentials = token
    else delete scrape.authorization
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
    targets: async () => {
      const { activeTargets } = await ask<{
        activeTargets: Array<Omit<Target, 'instance'> & { labels: { instance: string } }>
      }>('targets?state=active').catch(() => ({ activeTargets: [] }))
      return activeTargets
        .map(({ labels, health, lastError }) => ({ instance: labels.instance, health, lastError }))
        .sort((a, b) => a.instance.localeCompare(b.instance))
    },
    up: async () => {
      const query = encodeURIComponent('up{job="pardeh"}')
      const { result } = await ask<{
        result: Array<{ metric: { instance: string }; value: [number, string] }>
      }>(`query?query=${query}`).catch(() => ({ result: [] }))
      return Object.fromEntries(result.map(({ metric, value }) => [metric.instance, value[1]]))
    },
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
