import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { existenceOf } from '../../../access/in-time.ts'
import { episodeCount, findTitles, watchedSince } from '../../../catalogue/title-summary.queries.ts'
import { textOf } from '../../../db/localized.ts'
import { exportOf } from '../../../import/export.ts'
import { COLUMNS, textOf as cellOf, valueAt } from '../../../import/field-value.ts'
import { storedTitles } from '../../../import/stored.queries.ts'
import { titleUrl } from '../../../notifications/site.ts'
import { UsageError } from '../../framework/errors.ts'
import { flag, optional, whole, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import type { Part } from '../../framework/result.ts'
import type { Cell } from '../../framework/table.ts'
import { line } from '../../terminal.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export const listAction = action({
  summary: 'Finds titles, the newest first',
  args: { words: optional(word('WORDS', 'in their names or ids')) },
  options: {
    removed: flag('those that are not in the catalogue'),
    limit: optional(whole('N', 'at most so many (20)', { to: 1_000 }), 20),
  },
  effect: 'reads',
  run: async ({ deps }, { words, removed, limit }) => {
    const rows = await findTitles(deps.db, { words, isRemoved: removed, limit })
    const titles = rows.map(row => ({
      external_id: row.externalId,
      short_id: row.shortId,
      type: row.type,
      title: textOf(row, 'title', DEFAULT_LANGUAGE),
      year: row.year,
      published_at: row.publishedAt,
    }))
    return {
      data: titles,
      print: [
        {
          columns: ['id', 'address', 'type', 'title', 'published'].map(name => ({ name })),
          rows: titles.map(each => [
            ...[each.external_id, each.short_id, each.type, each.title, each.published_at],
          ]),
        },
        counted(titles.length, 'title'),
      ],
    }
  },
})

export const showAction = action({
  summary: 'Shows what is stored of a title, an episode’s series, an artist or a category',
  args: { id: word('ID', 'as an import calls it, or the short id of its address') },
  effect: 'reads',
  run: async ({ deps }, { id }) => {
    const [record] = (await exportOf(deps, [id])).records
    if (!record)
      throw new UsageError(
        line`The catalogue has no ${id}. npm run catalogue -- list finds titles.`,
      )
    const fields: Cell[][] = COLUMNS.filter(column => column !== 'seasons').flatMap(column => {
      const text = cellOf(valueAt(record, column))
      return text === '' ? [] : [[column, text]]
    })
    const print: Part[] = [{ columns: [{ name: 'field' }, { name: 'value' }], rows: fields }]
    const row = (await storedTitles(deps.db, [record.external_id])).get(record.external_id)?.row
    if (record.kind !== 'title' || !row) return { data: { record }, print }
    const now = deps.now()
    const state = { there: 'in the catalogue', to_come: 'still to come', gone: 'removed' }
    const since = toWire(new Date(now.getTime() - DAYS * DAY_MS)).slice(0, 10)
    const { views, seconds } = await watchedSince(deps.db, row.id, since)
    const hours = Math.round(seconds / 360) / 10
    const status = {
      ...{ state: existenceOf(row, now), short_id: row.shortId },
      ...{ episodes: await episodeCount(deps.db, row.id), likes: row.likes },
      ...{ dislikes: row.dislikes, views, hours },
    }
    return {
      data: { record, status },
      print: [
        line`${record.external_id}: ${state[status.state]}, ${titleUrl(deps, row.shortId)}`,
        ...print,
        `${counted(status.episodes, 'episode')}, ${counted(row.likes, 'like')}, ${counted(row.dislikes, 'dislike')}`,
        `${counted(views, 'view')} and ${counted(hours, 'hour')} in ${DAYS} days`,
      ],
    }
  },
})
