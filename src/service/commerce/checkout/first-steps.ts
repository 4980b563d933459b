/** True for each step that an installation has completed before its first sale. */
import { eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { packages } from '../../platform/db/schema/packages.ts'

export type FirstSteps = { titles: boolean; packages: boolean }

export async function readFirstSteps(db: Queryable): Promise<FirstSteps> {
  const titles = await db
    .select({ id: contents.id })
    .from(contents)
    .where(isNull(contents.removedAt))
    .limit(1)
  const sold = await db
    .select({ id: packages.id })
    .from(packages)
    .where(eq(packages.isActive, true))
    .limit(1)
  return { titles: titles.length > 0, packages: sold.length > 0 }
}
