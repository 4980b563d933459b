/** Templates for common answers, by a short name. */
import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { answerTemplates } from '../../platform/db/schema/support.ts'

export type AnswerTemplate = typeof answerTemplates.$inferSelect

export const TEMPLATE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
const FIELD = /\{(\w*)\}/g
/** Fields of the ticket that a template may contain. */
export const TEMPLATE_FIELDS = ['number', 'title'] as const
type Filled = Record<(typeof TEMPLATE_FIELDS)[number], string | number>

export function listTemplates(db: Queryable): Promise<AnswerTemplate[]> {
  return db.select().from(answerTemplates).orderBy(asc(answerTemplates.name))
}

export async function findTemplate(db: Queryable, name: string): Promise<AnswerTemplate | null> {
  const [row] = await db.select().from(answerTemplates).where(eq(answerTemplates.name, name))
  return row ?? null
}

/** Returns fields in the text that no ticket has, such as `{name}`. */
export function findUnknownFields(text: string): string[] {
  const known: readonly string[] = TEMPLATE_FIELDS
  return [...text.matchAll(FIELD)]
    .map(([, name = '']) => name)
    .filter(name => !known.includes(name))
}

/** Adds a template, or replaces the text of the one with this name. */
export async function saveTemplate(
  db: Queryable,
  { name, text }: { name: string; text: string },
  now: Date,
): Promise<void> {
  await db
    .insert(answerTemplates)
    .values({ name, text, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: answerTemplates.name, set: { text, updatedAt: now } })
}

/** Removes a template. Returns false if there is none. */
export async function removeTemplate(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.delete(answerTemplates).where(eq(answerTemplates.name, name)).returning()
  return rows.length > 0
}

/** Fills in the fields of the ticket in one pass, so that a field name in a title is not replaced. */
export function fillTemplate({ text }: Pick<AnswerTemplate, 'text'>, ticket: Filled): string {
  return text.replace(FIELD, (written, name: string) =>
    name in ticket ? String(ticket[name as keyof Filled]) : written,
  )
}
