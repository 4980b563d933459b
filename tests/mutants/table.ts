/** The results of a run as a Markdown table, with which a later run compares its results. */
import type { ListedMutant } from './list.ts'
import type { Tier } from './test-run.ts'

export type MutantResult = {
  mutant: ListedMutant
  result: 'killed' | 'timed out' | 'survived' | 'stale'
  /** The tier of the tests that noticed the mutant. */
  tier?: Tier
  /** The first test that failed. */
  by?: string
  seconds: number
}

const HEAD = [
  'id',
  'area',
  'file',
  'what breaks',
  'result',
  'tier',
  'first failing test',
  'seconds',
]

export function isNoticed({ result }: Pick<MutantResult, 'result'>): boolean {
  return result === 'killed' || result === 'timed out'
}

export function tableOf(commit: string, results: readonly MutantResult[]): string {
  const areas = [...new Set(results.map(({ mutant }) => mutant.area))]
  const sums = areas.map(area => `${area} ${sumOf(results.filter(r => r.mutant.area === area))}`)
  const rows = results.map(({ mutant, result, tier = '', by = '', seconds }) => {
    const { id, area, file, breaks } = mutant
    return line([id, area, `\`${file}\``, breaks, result, tier, by, String(Math.round(seconds))])
  })
  return [
    `# Mutants at ${commit}`,
    '',
    `The tests notice ${sumOf(results)}: ${sums.join(', ')}.`,
    '',
    line(HEAD),
    `|${HEAD.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n')
}

/** Returns the ids of the mutants that the tests of an earlier run noticed. */
export function noticedIn(table: string): Set<string> {
  const rows = table.split('\n').map(text => text.split(' | '))
  return new Set(
    rows
      .filter(cells => cells[4] === 'killed' || cells[4] === 'timed out')
      .map(([id = '']) => id.replace(/^\| /, '')),
  )
}

function sumOf(results: readonly MutantResult[]): string {
  return `${results.filter(isNoticed).length} of ${results.length}`
}

function line(cells: readonly string[]): string {
  const texts = cells.map(cell => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|'))
  return `| ${texts.join(' | ')} |`
}
