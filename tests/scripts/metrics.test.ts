// The documentation of the metrics matches the code: docs/metrics.md, the alert rules and the dashboard.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, sources, withoutComments } from '#tests/support/sources.ts'

/** Names that are not series: a channel and a schema of PostgreSQL. */
const OTHERS = ['pardeh_pages', 'pardeh_restore']
/** Series of other programs. */
const FOREIGN = ['up']

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = (
  parse(textOf('ops/prometheus/alerts.yml')) as { groups: Array<{ rules: Rule[] }> }
).groups.flatMap(group => group.rules)
const dashboard = JSON.parse(textOf('ops/grafana/pardeh.json')) as {
  panels: Array<{ title: string; targets?: Array<{ expr: string }> }>
}

const rows = [
  ...textOf('docs/metrics.md').matchAll(
    /^\| `(\w+)` \| (?:gauge|counter|histogram) \|.*? ?\| .+? \|.* ?\|$/gm,
  ),
]
const explained = rows.map(([, name = '']) => name)
const inCode = new Set(
  sources('src/service', ['.ts'])
    .concat(sources('src/http', ['.ts']))
    .flatMap(({ text }) => [...withoutComments(text).matchAll(/'(pardeh_[a-z_]+)'/g)])
    .map(([, name = '']) => name)
    .filter(name => !OTHERS.includes(name)),
)

describe('docs/metrics.md', () => {
  it('explains every series once, and no series that does not exist', () => {
    expect(explained.toSorted()).toEqual([...inCode].toSorted())
  })
})

/** Returns the names of series in an expression, without the suffixes of histograms. */
function seriesIn(expression: string): string[] {
  const names = expression.match(/\b(?:pardeh|nodejs|process)_\w+|\bup\b/g) ?? []
  return names.map(name => {
    const base = name.replace(/_(bucket|sum|count)$/, '')
    return inCode.has(base) ? base : name
  })
}

async function knownSeries(): Promise<Set<string>> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ofNode = (await registry.getMetricsAsJSON()).map(({ name }) => name)
  return new Set([...inCode, ...ofNode, ...FOREIGN])
}

describe('the dashboard', () => {
  it('uses only series that exist, in every panel', async () => {
    const known = await knownSeries()
    const panels = dashboard.panels.filter(({ targets }) => targets)
    expect(panels.length).toBeGreaterThan(10)
    for (const { title, targets = [] } of panels) {
      const used = targets.flatMap(({ expr }) => seriesIn(expr))
      expect(used, title).not.toEqual([])
      expect(
        used.filter(name => !known.has(name)),
        title,
      ).toEqual([])
    }
  })
})

describe('the alert rules', () => {
  it('use only series that exist', async () => {
    const known = await knownSeries()
    const unknown = rules.flatMap(({ expr }) => seriesIn(expr)).filter(name => !known.has(name))
    expect(unknown).toEqual([])
  })

  it('link to one section of docs/operations.md each, and every section has its rule', () => {
    const section = /\n## Alerts\n([\s\S]*?)\n## /.exec(textOf('docs/operations.md'))?.[1] ?? ''
    const paragraphs = section.split(/^### /m).slice(1)
    const headings = paragraphs.map(paragraph => paragraph.split('\n', 1)[0])
    expect(headings).toEqual(rules.map(({ alert }) => alert))
    for (const paragraph of paragraphs) expect(paragraph.length).toBeGreaterThan(120)
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  })

  it('have one test in which they fire and one in which they do not', () => {
    type Case = { alertname: string; exp_alerts: unknown[] }
    const { tests } = parse(textOf('ops/prometheus/alerts.test.yml')) as {
      tests: Array<{ alert_rule_test: Case[] }>
    }
    const cases = tests.flatMap(test => test.alert_rule_test)
    for (const { alert } of rules) {
      const ofAlert = cases.filter(({ alertname }) => alertname === alert)
      const fires = ofAlert.map(({ exp_alerts }) => exp_alerts.length > 0)
      expect(new Set(fires), alert).toEqual(new Set([true, false]))
    }
  })
})
