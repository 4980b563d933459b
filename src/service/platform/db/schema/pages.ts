import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { SORT_ORDERS } from '#src/contract/limits.ts'
import { categories } from './catalogue.ts'
import {
  createdAt,
  enumColumn,
  id,
  localizedTextColumns,
  oneOfCheck,
  timeColumn,
  updatedAt,
} from './columns.ts'

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
    page: enumColumn('page', widgetPages).notNull().default('home'),
    position: smallint('position').notNull(),
    type: enumColumn('type', widgetTypes).notNull(),
    ...localizedTextColumns('title', column => column.notNull().default('')),
    moreLink: text('more_link'),
    /** Curated ids, or a filter with order and count. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull().default({}),
    isVisible: boolean('is_visible').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOfCheck('home_widgets_page_known', t.page, widgetPages),
    oneOfCheck('home_widgets_type_known', t.type, widgetTypes),
    index('home_widgets_order').on(t.page, t.position),
  ],
)

export const globalLinks = pgTable(
  'global_links',
  {
    id: id(),
    position: smallint('position').notNull(),
    ...localizedTextColumns('title', column => column.notNull()),
    navigationType: enumColumn('navigation_type', navigationTypes).notNull(),
    url: text('url'),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    sortOrder: enumColumn('sort_order', SORT_ORDERS),
  },
  t => [
    index('global_links_category').on(t.categoryId),
    oneOfCheck('global_links_navigation_known', t.navigationType, navigationTypes),
    oneOfCheck('global_links_sort_known', t.sortOrder, SORT_ORDERS),
    // A path of this site: no scheme and no second slash or backslash.
    check('global_links_url', sql`${t.url} ~ '^/($|[^/\\\\])'`),
    check(
      'global_links_target',
      sql`case ${t.navigationType} when 'internal_route' then ${t.url} is not null else ${t.categoryId} is not null end`,
    ),
  ],
)

// Arrangements of a page that begin at a time.
export const plannedPages = pgTable(
  'planned_pages',
  {
    id: id(),
    page: enumColumn('page', widgetPages).notNull(),
    startsAt: timeColumn('starts_at').notNull(),
    /** The file, in the form that `./pardeh home apply` reads. */
    file: jsonb('file').$type<{ widgets: readonly unknown[] }>().notNull(),
    appliedAt: timeColumn('applied_at'),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('planned_pages_page_known', t.page, widgetPages),
    uniqueIndex('planned_pages_one').on(t.page, t.startsAt).where(sql`${t.appliedAt} is null`),
    index('planned_pages_age').on(t.startsAt),
  ],
)

export const systemMessages = pgTable(
  'system_messages',
  {
    id: id(),
    ...localizedTextColumns('text', column => column.notNull()),
    type: enumColumn('type', messageTypes).notNull().default('success'),
    isDismissable: boolean('is_dismissable').notNull().default(true),
    startsAt: timeColumn('starts_at').notNull().defaultNow(),
    endsAt: timeColumn('ends_at'),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('system_messages_type_known', t.type, messageTypes),
    check('system_messages_time', sql`${t.endsAt} > ${t.startsAt}`),
    index('system_messages_newest').on(t.startsAt),
  ],
)
