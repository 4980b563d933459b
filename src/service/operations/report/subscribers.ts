/** Reports current, new and lost subscribers. */
import { sql } from 'drizzle-orm'
import { endOfPeriod, type Period } from './period.ts'
import type { MakeSection, ReportDeps } from './section.ts'

type Counts = Record<
  'active_before' | 'new_ones' | 'returned' | 'ended' | 'lost' | 'active',
  number
>

/**
 * active before + new + returned − ended = active. Grants by partners and by the team count too; carrier subscriptions are a separate row.
 */
export const subscribersSection: MakeSection = async (deps, period) => {
  const counts = await countsOf(deps, period)
  const carriers = await carriersOf(deps, period)
  const { active_before: before, new_ones, returned, ended, lost, active } = counts
  return {
    name: 'subscribers',
    title: 'Subscribers',
    columns: ['what', 'people'],
    rows: [
      ['active at the beginning', before],
      ['new', new_ones],
      ['came back', returned],
      ['ended', ended],
      ['active at the end', active],
      ['churn, in percent of the beginning', percent(lost, before)],
      ['through mobile operators at the end', carriers],
    ],
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10
}

async function countsOf({ db, now }: ReportDeps, period: Period): Promise<Counts> {
  const from = period.from.toISOString()
  const end = endOfPeriod(period, now).toISOString()
  const { rows } = await db.execute<Counts>(sql`
    with periods as (
      select user_id, starts_at, least(ends_at, revoked_at) as ends_at from subscriptions
      where least(ends_at, revoked_at) > starts_at
    ), people as (
      select user_id,
        bool_or(starts_at <= ${from} and ends_at > ${from}) as was_active,
        bool_or(starts_at <= ${end} and ends_at > ${end}) as is_active,
        not exists (select from periods first
          where first.user_id = p.user_id and first.starts_at <= ${from}) as is_new
      from periods p where starts_at <= ${end} and ends_at > ${from}
      group by user_id
    )
    select count(*) filter (where was_active)::int as active_before,
      count(*) filter (where is_new)::int as new_ones,
      count(*) filter (where not was_active and not is_new)::int as returned,
      count(*) filter (where not is_active)::int as ended,
      count(*) filter (where was_active and not is_active)::int as lost,
      count(*) filter (where is_active)::int as active
    from people`)
  const [row] = rows
  if (!row) throw new Error('the query of subscribers returned no row')
  return row
}

async function carriersOf({ db, now }: ReportDeps, period: Period): Promise<number> {
  const end = endOfPeriod(period, now).toISOString()
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from carrier_subscriptions
    where created_at <= ${end} and (ends_at is null or ends_at > ${end})`)
  return rows[0]?.count ?? 0
}
