import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { catalogueStateOf } from '../../../../accounts/access/in-time.ts'
import { orderCategories } from '../../../../catalogue/import/category-order.ts'
import { exportRecords } from '../../../../catalogue/import/export.ts'
import { COLUMNS, cellText as cellOf, getField } from '../../../../catalogue/import/field-value.ts'
import { storedTitles } from '../../../../catalogue/import/stored.queries.ts'
import { allCategories } from '../../../../catalogue/titles/categories.ts'
import { categoryCounts } from '../../../../catalogue/titles/category-counts.ts'
import {
  episodeCount,
  findTitles,
  sumWatchDays,
} from '../../../../catalogue/titles/title-summary.queries.ts'
import { translatedText, translationsOf } from '../../../../platform/db/localized.ts'
import { titleUrl } from '../../../../platform/notifications/site.ts'
import { UsageError } from '../../framework/errors.ts'
import {
  flagField,
  integerField,
  optional,
  repeatedField,
  textField,
} from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import type { Part } from '../../framework/result.ts'
import type { Cell } from '../../framework/table.ts'
import { startColumns } from '../../framework/table.ts'
import { line } from '../../terminal.ts'

const DAYS = 30

export const listTitlesAction = defineAction({
  summary: 'Lists titles, newest first',
  args: { words: optional(textField('WORDS', 'words in names or ids')) },
  options: {
    removed: flagField('only removed titles'),
    limit: optional(integerField('N', 'how many titles (20)', { to: 1_000 }), 20),
  },
  effect: 'reads',
  run: async ({ deps }, { words, removed, limit }) => {
    const rows = await findTitles(deps.db, { words, isRemoved: removed, limit })
    const titles = rows.map(row => ({
      external_id: row.externalId,
      short_id: row.shortId,
      type: row.type,
      title: translatedText(row, 'title', DEFAULT_LANGUAGE),
      year: row.year,
      published_at: row.publishedAt,
    }))
    return {
      data: titles,
      print: [
        {
          columns: startColumns('id', 'address', 'type', 'title', 'published'),
          rows: titles.map(each => [
            each.external_id,
            each.short_id,
            each.type,
            each.title,
            each.published_at,
          ]),
        },
        counted(titles.length, 'title'),
      ],
    }
  },
})

export const listCategoriesAction = defineAction({
  summary: 'Lists genres and other categories, in the order of the site',
  effect: 'reads',
  transaction: 'own',
  run: async ({ service }) => {
    const deps = await service()
    const counts = await categoryCounts(deps, null)
    const categories = (await allCategories(deps)).map(row => ({
      key: row.key,
      type: row.type,
      title: translationsOf(row, 'title'),
      titles: counts.get(row.id) ?? 0,
    }))
    return {
      data: categories,
      print: [
        {
          columns: startColumns('key', 'type', 'title', 'titles'),
          rows: categories.map(({ key, type, title, titles }) => [
            key,
            type,
            title[DEFAULT_LANGUAGE] ?? null,
            titles,
          ]),
        },
        categories.length === 1 ? '1 category' : `${categories.length} categories`,
      ],
    }
  },
})

export const orderCategoriesAction = defineAction({
  summary: 'Sets the order of categories: these first, the others after them as they are',
  args: { keys: repeatedField(textField('KEYS', 'the keys of categories, such as drama comedy')) },
  effect: 'changes',
  run: async ({ deps }, { keys }) => {
    const unknown = await orderCategories(deps, keys)
    if (unknown.length > 0)
      throw new UsageError(
        line`There is no category ${unknown.join(', ')}. See ./pardeh catalogue categories.`,
      )
    return {
      data: { keys },
      print: ['The categories have this order now.'],
      audit: { target: 'categories', details: { keys } },
    }
  },
})

export const showTitleAction = defineAction({
  summary: 'Shows a title, the series of an episode, an artist or a category',
  args: { id: textField('ID', 'the external_id, or the short id in the address') },
  effect: 'reads',
  run: async ({ deps }, { id }) => {
    const [record] = (await exportRecords(deps, [id])).records
    if (!record)
      throw new UsageError(
        line`The catalogue does not contain ${id}. Search with ./pardeh catalogue list.`,
      )
    const fields: Cell[][] = COLUMNS.filter(column => column !== 'seasons').flatMap(column => {
      const text = cellOf(getField(record, column))
      return text === '' ? [] : [[column, text]]
    })
    const print: Part[] = [{ columns: [{ name: 'field' }, { name: 'value' }], rows: fields }]
    const row = (await storedTitles(deps.db, [record.external_id])).get(record.external_id)?.row
    if (record.kind !== 'title' || !row) return { data: { record }, print }
    const now = deps.now()
    const state = { there: 'in the catalogue', to_come: 'not published yet', gone: 'removed' }
    const since = toWire(new Date(now.getTime() - DAYS * DAY_MS)).slice(0, 10)
    const { views, seconds } = await sumWatchDays(deps.db, row.id, since)
    const hours = Math.round(seconds / 360) / 10
    const status = {
      state: catalogueStateOf(row, now),
      short_id: row.shortId,
      episodes: await episodeCount(deps.db, row.id),
      likes: row.likes,
      dislikes: row.dislikes,
      views,
      hours,
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
