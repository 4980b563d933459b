/**
 * The demo, put into an empty database once. Every step may be cut off anywhere and run again; the next start goes on where
 * this one ended, and of two nodes that start at once one waits for the other.
 */
import { sql } from 'drizzle-orm'
import { contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { seedAccounts } from './accounts.ts'
import { seedDirectDebit } from './direct-debit.ts'
import { seedPackages, seedPurchases } from './packages.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedHome } from './seed-home.ts'
import { seedSurveys } from './survey.ts'

const SEED_LOCK = 7_273_137
const FACT = 'demo'

export type SeedStep = {
  name: string
  /** Steps of the catalogue are left out where somebody imported their own before the first start. */
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
]

type Progress = { done: string[]; ownsCatalogue: boolean }

export async function seedIfEmpty(deps: Deps, all: readonly SeedStep[] = steps): Promise<void> {
  if (deps.env.MODE !== 'demo' || isComplete(await progressOf(deps), all)) return
  await deps.db.transaction(async tx => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    await seed(deps, all)
  })
}

async function seed(deps: Deps, all: readonly SeedStep[]): Promise<void> {
  const known = await progressOf(deps)
  const ownsCatalogue = known?.ownsCatalogue ?? (await isEmpty(deps))
  const done = [...(known?.done ?? [])]
  await remember(deps, { done, ownsCatalogue })
  for (const step of all.filter(({ name }) => !done.includes(name))) {
    if (ownsCatalogue || !step.needsEmptyCatalogue) {
      deps.log.info({ step: step.name }, 'putting the demo in place')
      await step.run(deps)
    }
    done.push(step.name)
    await remember(deps, { done, ownsCatalogue })
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

async function remember({ db }: Deps, progress: Progress): Promise<void> {
  await db.execute(sql`insert into facts (key, value) values (${FACT}, ${JSON.stringify(progress)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`)
}
