/** Texts for the first start: how to use the demo, or the first steps of an installation that sells nothing yet. */
import { type FirstSteps, readFirstSteps } from '../../commerce/checkout/first-steps.ts'
import type { Env } from '../../platform/env.ts'
import { loopbackHost } from '../../platform/http/address.ts'
import type { LocalService, Service } from '../../service.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/accounts.ts'
import { say } from './terminal.ts'

/** Prints the last lines on the screen of the demo. A log file gets only the address. */
export function sayAddress({ HOST, PORT, MODE }: Pick<Env, 'HOST' | 'PORT' | 'MODE'>): void {
  if (MODE === 'demo' && process.stdout.isTTY === true)
    say(demoGuide(`http://${loopbackHost(HOST)}:${PORT}`))
  else say(`Pardeh  http://${HOST}:${PORT}`)
}

function demoGuide(origin: string): string {
  return [
    '',
    `  Pardeh    ${origin}`,
    `  Sign in   ${DEMO_ACCOUNTS[0]?.msisdn}, password ${DEMO_PASSWORD}`,
    '            docs/demo.md lists the other accounts',
    `  SMS       codes are shown at ${origin}/dev`,
    '  Stop      Ctrl+C',
    '',
  ].join('\n')
}

/** Prints the first steps if nothing is on sale. Runs only in production mode, since the demo brings its own packages. */
export async function sayFirstSteps(service: Service): Promise<void> {
  if (service.kind === 'remote' || service.deps.env.MODE !== 'production') return
  const known = await stepsOf(service)
  if (!known || known.packages) return
  service.log.warn('nothing is on sale')
  say(firstRunGuide(known))
}

/** Returns null if the database fails, so that the start continues. */
async function stepsOf({ deps }: LocalService): Promise<FirstSteps | null> {
  return readFirstSteps(deps.db).catch(() => null)
}

export function firstRunGuide({ titles }: FirstSteps): string {
  return [
    '',
    'Nothing is on sale yet. These commands take you to the first sale. The site keeps running, and visitors see each change at once:',
    '',
    `  1  titles${titles ? ' (done)' : ''}`,
    '       ./pardeh import catalogue.jsonl           the file: docs/import.md',
    '  2  packages and their prices',
    '       ./pardeh packages apply packages.yaml     the file: docs/packages.md',
    '  3  the home page',
    '       ./pardeh home apply home.json             the file: docs/home.md',
    '',
    'Add --dry-run to a command to see what it would do. To see the sales: ./pardeh payments list',
    'docs/operating.md describes all other daily tasks.',
    '',
  ].join('\n')
}
