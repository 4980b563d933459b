import { sql } from 'drizzle-orm'
import type { Deps } from '#src/service/platform/deps.ts'

/**
 * Returns a hash per table of the catalogue that covers every row and the transaction that wrote it, and the version of the catalogue.
 * Equal results mean that nothing was written in between.
 */
export async function hashCatalogueRows({ db }: Pick<Deps, 'db'>) {
  const { rows } = await db.execute(sql`select
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from contents x) as contents,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from artists x) as artists,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from categories x) as categories,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from video_files x) as files,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x::text)) from credits x) as credits,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x::text)) from bundle_items x) as items,
    (select value::text from facts where key = 'catalogue') as version`)
  return rows[0]
}
