import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { SORT_ORDERS } from '#src/contract/limits.ts'
import { categories } from './catalogue.ts'
import { createdAt, id, localizedText, moment, oneOf, updatedAt, word } from './columns.ts'

export const widgetTypes = [
  'banner',
  'video_carousel',
  'artist_carousel',
  'category_carousel',
  'continue_watching',
  'survey',
] as const

export const widgetPages = ['home', 'cinema_online', 'categories', 'kids', 'packages'] as const

export const navigationTypes = ['internal_route', 'get_by_filter'] as const

export const messageTypes = ['error', 'success'] as const

export const homeWidgets = pgTable(
  'home_widgets',
  {
    id: id(),
    page: word('page', widgetPages).notNull().default('home'),
    position: smallint('position').notNull(),
    type: word('type', widgetTypes).notNull(),
    ...localizedText('title', column => column.notNull().default('')),
    moreLink: text('more_link'),
    /** Curated ids, or a filter with order and count. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull().default({}),
    isVisible: boolean('is_visible').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOf('home_widgets_page_known', t.page, widgetPages),
    oneOf('home_widgets_type_known', t.type, widgetTypes),
    index('home_widgets_order').on(t.page, t.position),
  ],
)

export const globalLinks = pgTable(
  'global_links',
  {
    id: id(),
    position: smallint('position').notNull(),
    ...localizedText('title', column => column.notNull()),
    navigationType: word('navigation_type', navigationTypes).notNull(),
    url: text('url'),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    sortOrder: word('sort_order', SORT_ORDERS),
  },
  t => [
    index('global_links_category').on(t.categoryId),
    oneOf('global_links_navigation_known', t.navigationType, navigationTypes),
    oneOf('global_links_sort_known', t.sortOrder, SORT_ORDERS),
    // A path of this site: no scheme and no second slash or backslash.
    check('global_links_url', sql`${t.url} ~ '^/($|[^/\\\\])'`),
    check(
      'global_links_target',
      sql`case ${t.navigationType} when 'internal_route' then ${t.url} is not null else ${t.categoryId} is not null end`,
    ),
  ],
)

export const systemMessages = pgTable(
  'system_messages',
  {
    id: id(),
    ...localizedText('text', column => column.notNull()),
    type: word('type', messageTypes).notNull().default('success'),
    isDismissable: boolean('is_dismissable').notNull().default(true),
    startsAt: moment('starts_at').notNull().defaultNow(),
    endsAt: moment('ends_at'),
    createdAt: createdAt(),
  },
  t => [
    oneOf('system_messages_type_known', t.type, messageTypes),
    check('system_messages_time', sql`${t.endsAt} > ${t.startsAt}`),
    index('system_messages_newest').on(t.startsAt),
  ],
)
