/** What an installation has before its first sale. */
import { eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { contents } from '../db/schema/contents.ts'
import { packages } from '../db/schema/packages.ts'

export type FirstSteps = { titles: boolean; packages: boolean }

export async function firstSteps(db: Queryable): Promise<FirstSteps> {
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
