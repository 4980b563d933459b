/** Arrangements of a page that begin at a time: planned, listed, withdrawn until then, and applied by the job that turns messages. */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { inTransaction, type Queryable } from '../platform/db/open.ts'
import { plannedPages } from '../platform/db/schema/pages.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import { applyHome, HomeFile } from './home-file.ts'

type PlannedPage = typeof plannedPages.$inferSelect

/** Plans a page, or replaces the one that begins at the same time. */
export async function planPage(db: Queryable, file: HomeFile, startsAt: Date): Promise<void> {
  const isSame = and(
    eq(plannedPages.page, file.page),
    eq(plannedPages.startsAt, startsAt),
    isNull(plannedPages.appliedAt),
  )
  await db.delete(plannedPages).where(isSame)
  await db.insert(plannedPages).values({ id: newId(), page: file.page, startsAt, file })
}

/** Returns the planned pages, the next one first. */
export function listPlannedPages(db: Queryable): Promise<PlannedPage[]> {
  return db
    .select()
    .from(plannedPages)
    .where(isNull(plannedPages.appliedAt))
    .orderBy(asc(plannedPages.startsAt), asc(plannedPages.id))
}

/** Withdraws a planned page; null if none has this id, or it was applied. */
export async function withdrawPage(db: Queryable, id: string): Promise<PlannedPage | null> {
  const [row] = await db
    .delete(plannedPages)
    .where(and(eq(plannedPages.id, id), isNull(plannedPages.appliedAt)))
    .returning()
  return row ?? null
}

/**
 * Applies the pages whose time has come, in their order. One that cannot be applied, such as one from before a change of the format, is
 * logged at every run, stays in the list, and stops no other.
 */
export async function applyDuePages(deps: Applying): Promise<void> {
  const due = await deps.db
    .select({ id: plannedPages.id })
    .from(plannedPages)
    .where(and(isNull(plannedPages.appliedAt), lte(plannedPages.startsAt, deps.now())))
    .orderBy(asc(plannedPages.startsAt), asc(plannedPages.id))
  for (const { id } of due)
    await applyPlanned(deps, id).catch(error =>
      deps.log.error({ err: error, planned: id }, 'a planned page cannot be applied'),
    )
}

type Applying = Pick<Deps, 'db' | 'now' | 'invalidate' | 'log'>

/** Takes the row in the transaction of the change, so that two nodes apply it once and a killed node not at all. */
async function applyPlanned({ db, now, invalidate }: Applying, id: string): Promise<void> {
  const tags = new Set<string>()
  await inTransaction(db, async tx => {
    const [taken] = await tx
      .update(plannedPages)
      .set({ appliedAt: now() })
      .where(and(eq(plannedPages.id, id), isNull(plannedPages.appliedAt)))
      .returning({ file: plannedPages.file })
    if (!taken) return
    await applyHome(
      {
        db: tx as unknown as Deps['db'],
        invalidate: async more => more.forEach(tag => void tags.add(tag)),
      },
      HomeFile.parse(taken.file),
    )
  })
  if (tags.size > 0) await invalidate([...tags])
}
