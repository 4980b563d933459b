import { getTableName, is, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importsOf } from '#tests/support/imports.ts'
import { sources, withoutComments } from '#tests/support/sources.ts'

/**
 * Schema export → the folder of the service that writes the table, and the other folders that may read it. The importer and the
 * ingest command write the catalogue. The demo may insert rows anywhere; it runs once, on an empty database.
 */
const TABLES: Record<string, { owner: string; readBy?: string[] }> = {
  auditLog: { owner: 'audit', readBy: ['console'] },
  staffAccounts: { owner: 'staff', readBy: ['console'] },
  staffSessions: { owner: 'staff' },
  staffRequests: { owner: 'console' },
  plannedPages: { owner: 'storefront' },
  videoUploads: { owner: 'video' },
  users: {
    owner: 'session',
    readBy: ['campaigns', 'checkout', 'direct-debit', 'notifications', 'console', 'support'],
  },
  sessions: { owner: 'session', readBy: ['campaigns', 'notifications', 'player'] },
  otpChallenges: { owner: 'session' },
  limitedTokens: { owner: 'session' },
  profileTokens: { owner: 'session' },
  partnerLinks: { owner: 'session' },
  remoteAccess: { owner: 'session' },
  profiles: { owner: 'profiles', readBy: ['comments', 'library', 'search', 'session'] },

  subscriptions: {
    owner: 'entitlements',
    readBy: ['campaigns', 'checkout', 'notifications', 'report', 'console'],
  },
  carrierSubscriptions: { owner: 'entitlements', readBy: ['report'] },
  cinemaTickets: { owner: 'entitlements', readBy: ['checkout', 'cinema', 'report'] },

  packageGroups: { owner: 'checkout' },
  packagePrices: { owner: 'checkout' },
  packages: { owner: 'checkout', readBy: ['direct-debit', 'report'] },
  vouchers: { owner: 'checkout', readBy: ['report'] },
  voucherRedemptions: { owner: 'checkout', readBy: ['report'] },
  payments: { owner: 'checkout', readBy: ['report', 'console'] },
  refunds: { owner: 'checkout' },
  ledgerEntries: { owner: 'checkout', readBy: ['report'] },
  ddContracts: { owner: 'direct-debit', readBy: ['notifications', 'report'] },
  ddCharges: { owner: 'direct-debit', readBy: ['report'] },

  contents: {
    owner: 'titles',
    readBy: [
      'access',
      'checkout',
      'cinema',
      'comments',
      'library',
      'live',
      'storefront',
      'player',
      'report',
      'search',
      'console',
      'surveys',
      'video',
    ],
  },
  artists: { owner: 'titles', readBy: ['storefront', 'search', 'surveys'] },
  credits: { owner: 'titles', readBy: ['storefront', 'search'] },
  categories: { owner: 'titles', readBy: ['storefront'] },
  bundleItems: { owner: 'titles' },
  videoFiles: { owner: 'titles', readBy: ['access', 'player', 'video'] },
  keyValues: { owner: 'titles' },
  commandRuns: { owner: 'jobs' },

  watchProgress: { owner: 'player', readBy: ['library'] },
  watchHistory: { owner: 'player', readBy: ['library'] },
  watchedTitles: { owner: 'player', readBy: ['library'] },
  startedTitles: { owner: 'player', readBy: ['library'] },
  contentWatchDays: { owner: 'player', readBy: ['titles', 'report', 'console'] },
  playbackLeases: { owner: 'player' },
  playbackRefusals: { owner: 'player' },
  bookmarks: { owner: 'library' },
  contentReminders: { owner: 'library' },
  personalRows: { owner: 'library' },
  votes: { owner: 'library' },
  comments: { owner: 'comments', readBy: ['console'] },
  commentReports: { owner: 'comments', readBy: ['console'] },
  commentBlocks: { owner: 'comments' },
  heldWords: { owner: 'comments' },

  homeWidgets: { owner: 'storefront' },
  globalLinks: { owner: 'storefront' },
  systemMessages: { owner: 'storefront' },
  searchQueries: { owner: 'search' },
  searchClicks: { owner: 'search' },
  surveys: { owner: 'surveys', readBy: ['cli', 'storefront'] },
  surveyGroups: { owner: 'surveys' },
  surveyParticipants: { owner: 'surveys' },
  surveySubmissions: { owner: 'surveys' },
  surveyVotes: { owner: 'surveys' },

  supportTickets: { owner: 'support', readBy: ['console'] },
  supportTicketMessages: { owner: 'support' },
  supportTicketNotes: { owner: 'support' },
  answerTemplates: { owner: 'support' },
  liveChannels: { owner: 'live' },
  liveSegments: { owner: 'live' },
  livePrograms: { owner: 'live' },

  webhookEndpoints: { owner: 'webhooks' },
  webhookEvents: { owner: 'webhooks' },
  webhookDeliveries: { owner: 'webhooks' },
  notifications: { owner: 'notifications' },
  smsCampaigns: { owner: 'campaigns' },
  smsOutbox: { owner: 'adapters', readBy: ['dev'] },
  rateLimits: { owner: 'http' },
  idempotencyKeys: { owner: 'http' },
  listCounts: { owner: 'db', readBy: ['comments'] },
}
/** Folders that count as another one: commands that write the tables of a domain. */
const PART_OF: Record<string, string> = { import: 'titles', ingest: 'titles' }

type Use = { folder: string; table: string; isWrite: boolean; where: string }

const modules = import.meta.glob<Record<string, unknown>>('/src/service/platform/db/schema/*.ts', {
  eager: true,
})
/** Schema export → name in SQL. */
const names = new Map(
  Object.values(modules).flatMap(module =>
    Object.entries(module).flatMap(([name, value]) =>
      is(value, Table) ? [[name, getTableName(value)] as const] : [],
    ),
  ),
)
const exportOf = new Map([...names].map(([name, sqlName]) => [sqlName, name]))

const uses = sources('src/service', ['.ts'])
  // The rules of storage name the tables of all folders of a room.
  .filter(
    ({ path }) => !path.startsWith('src/service/platform/db/') && !path.endsWith('/stored-data.ts'),
  )
  .flatMap(usesOf)

test('every table has an owner', () => {
  expect(Object.keys(TABLES).sort()).toEqual([...names.keys()].sort())
})

test('a table is written only by its owner', () => {
  const wrong = uses.filter(({ isWrite, folder, table }) => {
    return isWrite && folder !== 'demo' && folder !== TABLES[table]?.owner
  })
  expect(wrong.map(({ where, table }) => `${where} writes ${table}`)).toEqual([])
})

test('a table is read only by its owner and the folders in its row', () => {
  const wrong = uses.filter(({ isWrite, folder, table }) => {
    const { owner, readBy = [] } = TABLES[table] ?? {}
    return !isWrite && folder !== 'demo' && folder !== owner && !readBy.includes(folder)
  })
  expect([...new Set(wrong.map(({ where, table }) => `${where} reads ${table}`))]).toEqual([])
})

test('every permission to read is used', () => {
  const unused = Object.entries(TABLES).flatMap(([table, { readBy = [] }]) =>
    readBy
      .filter(folder => !uses.some(use => use.table === table && use.folder === folder))
      .map(folder => `${folder} does not read ${table}`),
  )
  expect(unused).toEqual([])
})

/** Returns the tables in imports from the schema, in calls of Drizzle and in SQL. */
function usesOf(source: { path: string; text: string }): Use[] {
  const [, , room = '', subfolder = ''] = source.path.split('/')
  const folder = subfolder.endsWith('.ts') ? room : subfolder
  const owner = PART_OF[folder] ?? folder
  const text = withoutComments(source.text)
  const use = (table: string | undefined, isWrite: boolean): Use[] =>
    table ? [{ folder: owner, table, isWrite, where: source.path }] : []
  const imported = importsOf(source)
    .filter(({ to }) => to.startsWith('service/platform/db/schema/'))
    .flatMap(() =>
      [...names.keys()].filter(name => new RegExp(`\\b${name}\\b`).test(importText(text))),
    )
  const aliases = new Map(
    [...importText(text).matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name, alias]) => [alias, name]),
  )
  const written = [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(
    ([, name = '']) => aliases.get(name) ?? name,
  )
  const inSql = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => exportOf.get(name))
  return [
    ...imported.flatMap(name => use(name, false)),
    ...written.filter(name => names.has(name)).flatMap(name => use(name, true)),
    ...inSql(/\b(?:insert into|update|delete from) (?:only )?([a-z_]+)\b/g).flatMap(name =>
      use(name, true),
    ),
    ...inSql(/\b(?:from|join) (?:only )?([a-z_]+)\b/g).flatMap(name => use(name, false)),
  ]
}

/** Returns the import statements from the schema. */
function importText(text: string): string {
  return [...text.matchAll(/import [^;']*?from '[^']*db\/schema\/[^']*'/g)].join('\n')
}
