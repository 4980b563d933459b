import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Result = { violations: Array<{ id: string; nodes: Array<{ target: unknown; html: string }> }> }

/** Rules that are off by default in axe, and that Lighthouse counts. */
const FURTHER = [
  'label-content-name-mismatch',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]
const OPTIONS = {
  resultTypes: ['violations'],
  rules: Object.fromEntries(FURTHER.map(id => [id, { enabled: true }])),
}

/** Returns the violations that axe finds on a page, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const run = `axe.run(document, ${JSON.stringify(OPTIONS)})`
  const { violations } = (await page.evaluate(run)) as Result
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 4).map(({ target, html }) => `${id}: ${String(target)} ${html.slice(0, 140)}`),
  )
}
