/**
 * Seeds an empty database with the demo, once. A step that was interrupted runs again on the next start; completed steps do not. A lock
 * makes nodes that start at the same time wait for each other.
 */
import { sql } from 'drizzle-orm'
import { lockTransaction } from '../../platform/db/advisory-locks.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { seedAccounts } from './accounts.ts'
import { seedComments } from './comments.ts'
import { seedDirectDebit } from './direct-debit.ts'
import { seedHistory } from './history.ts'
import { seedPackages, seedPurchases } from './packages.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedHome } from './seed-home.ts'
import { seedStaff } from './staff.ts'
import { seedSurveys } from './survey.ts'
import { seedTickets } from './tickets.ts'

const FACT = 'demo'

export type SeedStep = {
  name: string
  /** Skips the step if the operator imported a catalogue before the first start. */
  needsEmptyCatalogue?: true
  run: (deps: Deps) => Promise<void>
}

const steps: readonly SeedStep[] = [
  { name: 'catalogue', needsEmptyCatalogue: true, run: seedCatalogue },
  { name: 'home', needsEmptyCatalogue: true, run: seedHome },
  { name: 'accounts', run: seedAccounts },
  { name: 'packages', run: seedPackages },
  { name: 'purchases', run: seedPurchases },
  { name: 'direct-debit', run: seedDirectDebit },
  { name: 'surveys', needsEmptyCatalogue: true, run: seedSurveys },
  { name: 'history', needsEmptyCatalogue: true, run: seedHistory },
  { name: 'comments', needsEmptyCatalogue: true, run: seedComments },
  { name: 'tickets', run: seedTickets },
  { name: 'staff', run: seedStaff },
]

type Progress = { done: string[]; ownsCatalogue: boolean }

export async function seedIfEmpty(deps: Deps, all: readonly SeedStep[] = steps): Promise<void> {
  if (deps.env.MODE !== 'demo' || isComplete(await progressOf(deps), all)) return
  await deps.db.transaction(async tx => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`set local lock_timeout = 0`)
    await lockTransaction(tx, 'demoSeed')
    await seed(deps, all)
  })
}

async function seed(deps: Deps, all: readonly SeedStep[]): Promise<void> {
  const known = await progressOf(deps)
  const ownsCatalogue = known?.ownsCatalogue ?? (await isEmpty(deps))
  const done = [...(known?.done ?? [])]
  await saveProgress(deps, { done, ownsCatalogue })
  deps.log.info('seeding the demo')
  for (const step of all.filter(({ name }) => !done.includes(name))) {
    if (ownsCatalogue || !step.needsEmptyCatalogue) {
      deps.log.debug({ step: step.name }, 'running a step of the demo')
      await step.run(deps)
    }
    done.push(step.name)
    await saveProgress(deps, { done, ownsCatalogue })
  }
}

function isComplete(progress: Progress | null, all: readonly SeedStep[]): boolean {
  return progress !== null && all.every(({ name }) => progress.done.includes(name))
}

async function isEmpty({ db }: Deps): Promise<boolean> {
  const rows = await db.select({ id: contents.id }).from(contents).limit(1)
  return rows.length === 0
}

async function progressOf({ db }: Deps): Promise<Progress | null> {
  const { rows } = await db.execute<{ value: Progress }>(
    sql`select value from facts where key = ${FACT}`,
  )
  return rows[0]?.value ?? null
}

async function saveProgress({ db }: Deps, progress: Progress): Promise<void> {
  await db.execute(sql`insert into facts (key, value) values (${FACT}, ${JSON.stringify(progress)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`)
}
