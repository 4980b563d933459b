/** A violated check constraint is reported by what is wrong with which value, not by the name of the constraint. */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRecord, toProblem } from '#src/service/catalogue/import/parse.ts'
import { PackagesFile } from '#src/service/commerce/checkout/packages-file.ts'
import { SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { parseInput } from '#src/service/operations/cli/framework/input-file.ts'
import type { Action, Noun } from '#src/service/operations/cli/framework/noun.ts'
import { readVoucherBatch } from '#src/service/operations/cli/nouns/shapes/voucher-batch.ts'
import { webhookUrlProblem as webhookProblem } from '#src/service/platform/webhooks/endpoints.ts'
import { HomeFile } from '#src/service/storefront/home-file.ts'
import { encoderUrlProblem } from '#src/service/watching/live/encoder.ts'
import { parseXmltv } from '#src/service/watching/live/xmltv.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const SCHEMA = resolve(import.meta.dirname, '../../../../src/service/platform/db/schema')

let service: TestService
let folder: string
let operator: Operator
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'pardeh-checks-'))
  operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function allChecks(): Promise<string[]> {
  const names: string[] = []
  for (const file of readdirSync(SCHEMA)) {
    const exported = (await import(`${SCHEMA}/${file}`)) as Record<string, unknown>
    for (const table of Object.values(exported))
      if (is(table, PgTable)) names.push(...getTableConfig(table).checks.map(({ name }) => name))
  }
  return names.sort()
}

/** The message about the value of an option. */
async function option(noun: string, verb: string, name: string, given: string): Promise<string> {
  const module = (await import(`#src/service/operations/cli/nouns/${noun}.ts`)) as { default: Noun }
  const actions = module.default as unknown as { actions: Record<string, Action> }
  const field = actions.actions[verb]?.options?.[name] ?? actions.actions[verb]?.args?.[name]
  return messageOf(() => field?.read(given, `--${name}`))
}

function messageOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

async function said(noun: string, verb: string, ...words: string[]): Promise<string> {
  const { code, stderr } = await operator.run(noun, verb, ...words)
  expect(code).toBe(2)
  return stderr
}

async function saidOfFile(noun: string, verb: string, text: string): Promise<string> {
  const file = join(folder, 'file.yaml')
  await writeFile(file, text)
  return said(noun, verb, file)
}

/** The message about a line of the import. */
function line(fields: object, kind: 'title' | 'artist' | 'category' = 'title'): string {
  const names = kind === 'title' ? { title: { en: 'X' }, type: 'single_video' } : {}
  const record = parseRecord(1, { kind, external_id: 'x', ...names, ...fields })
  const problems = Array.isArray(record) ? record : [toProblem(record)]
  return problems.map(problem => `${problem?.field} ${problem?.reason}`).join('\n')
}

const SURVEY = {
  ref: 'best',
  title: { fa: 'بهترین', en: 'Best' },
  votes_total: 2,
  votes_per_item: 1,
  participants: ['a', 'b'].map(name => ({ title: { fa: name, en: name } })),
}
const PACKAGE = { id: 'one', title: { fa: 'یک', en: 'One' }, days: 30, price: 1_000 }
const packages = (fields: object) =>
  messageOf(() =>
    parseInput(
      JSON.stringify({
        groups: [{ id: 'g', title: { fa: 'گ', en: 'G' }, packages: [{ ...PACKAGE, ...fields }] }],
      }),
      'packages.json',
      PackagesFile,
    ),
  )
const VOUCHER = {
  percent: 10,
  amount: null,
  gift: null,
  count: 1,
  uses: 1,
  prefix: 'A',
  package: null,
  starts: null,
  ends: null,
  batch: null,
}
const NOW = new Date('2026-03-21T09:30:00Z')
const programme = (start: string, stop: string, title: string) =>
  parseXmltv(
    `<tv><programme start="${start}" stop="${stop}" channel="a">${title}</programme></tv>`,
    null,
  )

/** Values from an option, a file or an argument; each has its own message instead of PostgreSQL's. */
const REACHABLE: Record<string, [said: () => string | Promise<string>, text: RegExp][]> = {
  artists_named: [[() => line({ name: {} }, 'artist'), /name fa or en is needed/]],
  bundle_items_not_itself: [
    [
      () => line({ type: 'video_content_list', items: ['x'] }),
      /items cannot contain the title itself/,
    ],
  ],
  categories_type_known: [[() => line({ type: 'mood' }, 'category'), /genre.*not "mood"/]],
  credits_role_known: [
    [() => line({ credits: [{ artist: 'a', role: 'driver' }] }), /role.*not "driver"/],
  ],
  video_files_mode_known: [
    [() => line({ media: { stream: 'a', kind: 'tape' } }), /media\.kind.*not "tape"/],
  ],
  video_files_stream_stays_inside: [
    [() => line({ media: { stream: '../secret' } }), /media\.stream must be a key/],
  ],
  video_files_intro: [
    [
      () => line({ media: { stream: 'a', intro: { start: 9, end: 5 } } }),
      /media\.intro cannot end at 5 s: it starts at 9 s/,
    ],
  ],
  contents_type_known: [[() => line({ type: 'play' }), /type.*not "play"/]],
  contents_titled: [[() => line({ title: {} }), /title fa or en is needed/]],
  contents_year: [[() => line({ year: 1200 }), /year must be 1870 or more, not 1200/]],
  contents_duration: [[() => line({ duration: '01:75:00' }), /duration cannot be "01:75:00"/]],
  contents_age_limit: [[() => line({ age_label: 16 }), /age_label.*not 16/]],
  contents_percents: [
    [() => line({ imdb_rank_percent: 101 }), /imdb_rank_percent.*not 101/],
    [() => line({ rate_percentage: -1 }), /rate_percentage.*not -1/],
  ],
  contents_ticket: [
    [() => line({ flags: ['content_has_ticket'] }), /ticket_price is required/],
    [() => line({ ticket_price: 0 }), /ticket_price must be more than 0/],
    [() => line({ ticket_price: 9, ticket_hours: 0 }), /ticket_hours.*not 0/],
  ],
  packages_duration: [[() => packages({ days: 4_000 }), /days: .*3660, not 4000/]],
  packages_price: [
    [() => packages({ price: -1 }), /price: .*, not -1/],
    [() => packages({ discount: 2_000 }), /discount cannot be 2000: the price is 1000/],
  ],
  packages_renewal_known: [[() => packages({ renewal: 'weekly' }), /renewal: .*not "weekly"/]],
  vouchers_code_form: [
    [() => option('voucher', 'create', 'prefix', 'نوروز'), /--prefix cannot be "نوروز"/],
  ],
  vouchers_value: [
    [() => option('voucher', 'create', 'percent', '101'), /--percent cannot be "101": .*1 to 100/],
    [() => option('voucher', 'create', 'amount', '0'), /--amount cannot be "0"/],
    [() => option('voucher', 'create', 'gift', '3661'), /--gift cannot be "3661"/],
  ],
  vouchers_uses: [[() => option('voucher', 'create', 'uses', '0'), /--uses cannot be "0"/]],
  vouchers_time: [
    [
      () =>
        messageOf(() =>
          readVoucherBatch(
            {
              ...VOUCHER,
              starts: new Date('2026-05-01T20:30:00Z'),
              ends: new Date('2026-04-01T20:30:00Z'),
            },
            NOW,
          ),
        ),
      /--ends cannot be 1405-01-13 .*: the codes start at 1405-02-12 /,
    ],
    [
      () =>
        said(
          'voucher',
          'create',
          '--percent',
          '9',
          '--starts',
          '1403-01-01',
          '--ends',
          '1404-01-01',
        ),
      /--ends cannot be 1404-01-01 23:59:59 \(2025-03-21\), which is in the past/,
    ],
  ],
  held_words_length: [[() => option('comments', 'hold', 'words', 'ا'), /cannot be "ا"/]],
  live_channels_url_form: [
    [
      () => String(encoderUrlProblem({ url: 'ftp://a.example', isPrivate: false })),
      /not an http or https URL/,
    ],
  ],
  live_programs_order: [
    [
      () =>
        programme('20260321120000', '20260321110000', '<title>A</title>').leftOut[0]?.reason ?? '',
      /it does not end after its start/,
    ],
  ],
  live_programs_titled: [
    [
      () => programme('20260321120000', '20260321130000', '').leftOut[0]?.reason ?? '',
      /it has no title/,
    ],
  ],
  global_links_url: [[() => home({ links: [{ title: TEXT, url: '//x.example' }] }), /links/]],
  global_links_sort_known: [
    [() => home({ links: [{ title: TEXT, category: 'drama', order: 'oldest' }] }), /links/],
  ],
  home_widgets_type_known: [[() => home({ widgets: [{ type: 'poster' }] }), /widgets\[0\]\.type/]],
  home_widgets_page_known: [[() => home({ page: 'start' }), /page: .*not "start"/]],
  system_messages_type_known: [
    [
      () => saidOfFile('message', 'apply', 'fa: الف\nen: A\ntype: loud\n'),
      /file\.yaml:3: type: .*not "loud"/,
    ],
  ],
  system_messages_time: [
    [
      () => saidOfFile('message', 'apply', 'fa: الف\nen: A\nends_at: 1404-01-01\n'),
      /file\.yaml:3: ends_at cannot be 1404-01-01 00:00 \(2025-03-21\), which is in the past/,
    ],
  ],
  answer_templates_name_form: [
    [() => option('support', 'template', 'name', 'Update App'), /cannot be "Update App"/],
  ],
  answer_templates_length: [
    [() => said('support', 'template', 'long', 'x'.repeat(5_001)), /5000 characters.*5001/],
  ],
  ticket_notes_length: [[() => said('support', 'note', '1001', ' '), /1 to 5000/]],
  package_prices_amounts: [
    [
      () => said('packages', 'price', 'none', '--price', '10', '--discount', '11'),
      /cannot be 11: the price is 10/,
    ],
  ],
  sms_campaigns_length: [
    [
      () => said('sms', 'campaign', 'x'.repeat(301), '--segment', 'all'),
      /write 1 to 300 characters/,
    ],
  ],
  sms_campaigns_segment_known: [
    [() => said('sms', 'campaign', 'x', '--segment', 'some'), /cannot be "some"/],
  ],
  ticket_messages_length: [[() => said('support', 'template', 'none', ' '), /1 to 5000/]],
  surveys_allowances: [
    [
      () => messageOf(() => SurveyFile.parse({ ...SURVEY, votes_per_item: 3 })),
      /cannot be 3: votes_total is 2/,
    ],
    [
      () => messageOf(() => SurveyFile.parse({ ...SURVEY, min_item: 3 })),
      /cannot be 3: votes_total is 2/,
    ],
  ],
  surveys_time: [
    [
      () =>
        saidOfFile('survey', 'create', JSON.stringify({ ...SURVEY, ends_at: '1404-01-01 20:00' })),
      /ends_at cannot be 1404-01-01 20:00 \(2025-03-21\): it is in the past/,
    ],
    [
      () =>
        messageOf(() =>
          SurveyFile.parse({ ...SURVEY, starts_at: '1499-02-01', ends_at: '1499-01-01' }),
        ),
      /cannot be 1499-01-01 .*: the survey starts at 1499-02-01 /,
    ],
  ],
  staff_accounts_email_form: [
    [() => option('staff', 'set-role', 'email', 'sara'), /email cannot be "sara"/],
  ],
  staff_accounts_role_known: [
    [
      () => option('staff', 'invite', 'role', 'boss'),
      /--role cannot be "boss": write one of editor/,
    ],
  ],
  users_msisdn_canonical: [
    [() => option('payments', 'list', 'user', '12'), /--user cannot be "12"/],
  ],
  webhook_endpoints_url_form: [[() => String(webhookProblem('ftp://a.example', false)), /https/]],
}

const TEXT = { fa: 'الف', en: 'A' }
function home(fields: object): string {
  const widgets = [{ type: 'survey', title: TEXT }]
  return messageOf(() => parseInput(JSON.stringify({ widgets, ...fields }), 'home.json', HomeFile))
}

/** Values that the service writes itself, and values from visitors, which the schemas of the contract check. */
const WRITTEN_BY_THE_SERVICE = [
  'artists_short_id_form',
  'categories_id_form',
  'contents_short_id_form',
  'contents_place',
  'video_files_kind_known',
  'vouchers_kind_known',
  'voucher_redemptions_state_known',
  'refunds_state_known',
  'refunds_amount',
  'refunds_done',
  'comments_length',
  'transactions_kind_known',
  'transactions_language_known',
  'transactions_state_known',
  'transactions_subject',
  'transactions_amounts',
  'transactions_total',
  'transactions_vat',
  'transactions_paid',
  'transactions_paid_by',
  'transactions_card_mask',
  'dd_charges_state_known',
  'dd_charges_period',
  'dd_charges_amount',
  'dd_charges_done',
  'dd_contracts_language_known',
  'dd_contracts_state_known',
  'dd_contracts_amount',
  'dd_contracts_anchor',
  'dd_contracts_active',
  'dd_contracts_charge_only_active',
  'cinema_tickets_hours',
  'cinema_tickets_window',
  'subscriptions_source_known',
  'subscriptions_time',
  'subscriptions_paid_for',
  'idempotency_keys_length',
  'ledger_entries_account_known',
  'ledger_entries_amount',
  'personal_rows_kind_known',
  'planned_pages_page_known',
  'video_uploads_kind_known',
  'video_uploads_state_known',
  'personal_rows_reason',
  'votes_value',
  'notices_kind_known',
  'notices_order',
  'notices_dead_unsent',
  'global_links_navigation_known',
  'global_links_target',
  'content_watch_days_counts',
  'playback_leases_slot',
  'playback_refusals_times',
  'watch_progress_range',
  'profiles_slot',
  'profiles_name_length',
  'profiles_age_type_known',
  'profiles_birthday',
  'search_clicks_position',
  'limited_tokens_purpose_known',
  'limited_tokens_proof_known',
  'limited_tokens_pin_has_profile',
  'otp_challenges_msisdn_canonical',
  'otp_challenges_purpose_known',
  'otp_challenges_tries',
  'otp_challenges_time',
  'remote_access_code_form',
  'remote_access_approved_by',
  'remote_access_order',
  'sessions_slot',
  'sessions_time',
  'sms_outbox_to_canonical',
  'sms_outbox_status_known',
  'sms_outbox_sent_has_time',
  'sms_campaigns_sent',
  'ticket_messages_author_known',
  'tickets_title_length',
  'tickets_text_length',
  'tickets_status_known',
  'tickets_department_known',
  'staff_accounts_active',
  'survey_votes_count',
  'users_erased_blocked',
  'users_blocked_reason',
  'users_gender_known',
  'users_birthday',
  'users_partner_with_sso',
  'webhook_deliveries_one_end',
]

test('every check constraint is listed as reachable by the team or not', async () => {
  expect([...Object.keys(REACHABLE), ...WRITTEN_BY_THE_SERVICE].sort()).toEqual(await allChecks())
})

describe.each(Object.entries(REACHABLE))('%s', (_, cases) => {
  test.each(cases)('%#: says what is wrong', { timeout: 60_000 }, async (message, text) => {
    expect(await message()).toMatch(text)
  })
})

test('a title cannot leave the catalogue before it appears', { timeout: 60_000 }, async () => {
  await importRecords(service, [aFilm({ external_id: 'film' })])
  expect(
    await said('schedule', 'set', 'film', '--publish', '1499-02-01', '--unpublish', '1499-01-01'),
  ).toMatch(/cannot leave the catalogue at 1499-01-01 .*, because it is published at 1499-02-01 /)
  expect(line({ published_at: '1405-02-01', unpublish_at: '1405-01-01' })).toMatch(
    /unpublish_at cannot be 1405-01-01 00:00 .*: published_at is 1405-02-01 /,
  )
})
