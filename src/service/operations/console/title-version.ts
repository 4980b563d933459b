/** Two members who edit one title: the later one is refused, and learns what has changed. */
import { hash } from 'node:crypto'
import { desc, eq, or } from 'drizzle-orm'
import { translationColumns } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { auditLog } from '../../platform/db/schema/audit.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ActionRef } from '../staff/roles.ts'
import type { ActionCall } from './actions.ts'

/** The field of each action that names its title. */
const TITLE_FIELDS: Readonly<Record<string, string>> = {
  'catalogue.patch': 'id',
  'catalogue.picture': 'id',
  'catalogue.remove': 'ids',
  'schedule.set': 'title',
}

/** What the forms of a title edit. The encoding of a video changes other columns, which no form overwrites. */
const EDITED = {
  ...translationColumns(contents, 'title'),
  ...translationColumns(contents, 'tagline'),
  ...translationColumns(contents, 'summary'),
  ...translationColumns(contents, 'lettering'),
  year: contents.year,
  ageLimit: contents.ageLimit,
  categoryIds: contents.categoryIds,
  countries: contents.countries,
  posterPath: contents.posterPath,
  backdropPath: contents.backdropPath,
  publishedAt: contents.publishedAt,
  unpublishAt: contents.unpublishAt,
  availableAt: contents.availableAt,
  removedAt: contents.removedAt,
}

/** Returns the version of a title, by external or short id; null if none has this id. */
export async function readTitleVersion(db: Queryable, name: string): Promise<string | null> {
  return (await findVersion(db, name))?.version ?? null
}

/** @param locks true if no other writer may change the title before the transaction ends */
async function findVersion(db: Queryable, name: string, locks = false) {
  const query = db
    .select({ externalId: contents.externalId, ...EDITED })
    .from(contents)
    .where(or(eq(contents.externalId, name), eq(contents.shortId, name)))
  const [row] = await (locks ? query.for('no key update') : query)
  if (!row) return null
  const { externalId, ...edited } = row
  return { externalId, version: hash('sha256', JSON.stringify(edited), 'base64url') }
}

/**
 * Returns the check that precedes the action; undefined if the call names no version. It locks the row in the transaction of the action, so
 * that of two parallel changes the later one is refused.
 */
export function requireTitleVersion({ noun, verb }: ActionRef, { version, fields }: ActionCall) {
  const field = TITLE_FIELDS[`${noun}.${verb}`]
  const name = field && [fields[field]].flat()[0]
  if (version === undefined || typeof name !== 'string') return undefined
  return async ({ db }: Pick<Deps, 'db'>) => {
    const found = await findVersion(db, name, true)
    if (!found || found.version === version) return
    const [last] = await db
      .select({ actor: auditLog.actor, at: auditLog.at, details: auditLog.details })
      .from(auditLog)
      .where(eq(auditLog.target, found.externalId ?? name))
      .orderBy(desc(auditLog.id))
      .limit(1)
    const changed = last && Array.isArray(last.details.fields) ? last.details.fields : []
    const data = { version: found.version, changed, by: last?.actor ?? null, at: last?.at ?? null }
    throw new ApiError('conflict', { data })
  }
}
