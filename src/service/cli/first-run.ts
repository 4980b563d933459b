/** What the operator of a new installation reads at its start, while nothing is on sale. */
import { type FirstSteps, firstSteps } from '../checkout/first-steps.ts'
import type { LocalService, Service } from '../main.ts'
import { say } from './terminal.ts'

/** In production mode alone: the demo brings its own packages. */
export async function sayFirstSteps(service: Service): Promise<void> {
  if (service.kind === 'remote' || service.deps.env.MODE !== 'production') return
  const known = await stepsOf(service)
  if (!known || known.packages) return
  service.log.warn('nothing is on sale')
  say(firstRunGuide(known))
}

/** A database that is out of order at this moment does not end the start. */
async function stepsOf({ deps }: LocalService): Promise<FirstSteps | null> {
  return firstSteps(deps.db).catch(() => null)
}

export function firstRunGuide({ titles }: FirstSteps): string {
  return [
    '',
    'Nothing is on sale yet. These commands lead to the first sale; the site goes on, and visitors see each change at once:',
    '',
    `  1  titles${titles ? ' (done)' : ''}`,
    '       npm run import -- catalogue.jsonl           the file: docs/import.md',
    '  2  what is sold, and its prices',
    '       npm run packages -- apply packages.yaml     the file: docs/packages.md',
    '  3  the home page',
    '       npm run home -- apply home.json             the file: docs/home.md',
    '',
    'Each has --dry-run, which only says what it would do. Then see the sales: npm run payments -- list',
    'All the other tasks of a day are in docs/operating.md.',
    '',
  ].join('\n')
}
