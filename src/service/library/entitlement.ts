/** Who may watch what, decided here for the marks on pages and for playback alike (spec §6). */
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ContentType, Flag } from '#src/contract/content.ts'
import { bandOfViewer, isWithinBand } from '../catalogue/age.ts'
import { activeSubscription } from '../checkout/subscriptions.ts'
import { contents } from '../db/schema/catalogue.ts'
import { cinemaTickets } from '../db/schema/checkout.ts'
import type { Deps, Viewer } from '../deps.ts'

/** What is needed before it plays; `carrier` is a subscription through an operator. */
export type Missing = 'sign_in' | 'subscription' | 'ticket' | 'carrier'
export type Entitlement = {
  /** There is something to play, and its day has come. */
  isPlayable: boolean
  isAgeRestricted: boolean
  missing: Missing | null
}

type Title = {
  id: string
  type: ContentType
  flags: string[]
  ageLimit: number | null
  hasVideo: boolean
}
type Holdings = {
  isSignedIn: boolean
  hasSubscription: boolean
  isCarrier: boolean
  /** Ids of the titles that a ticket is good for now. */
  tickets: ReadonlySet<string>
}

/** For those of the ids that are in the catalogue. */
export async function entitlementsOf(
  deps: Deps,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<Map<string, Entitlement>> {
  if (ids.length === 0) return new Map()
  const [titles, holdings] = await Promise.all([
    titlesOf(deps, inArray(contents.id, [...ids])),
    holdingsOf(deps, ids, viewer),
  ])
  const band = bandOfViewer(viewer)
  return new Map(titles.map(title => [title.id, entitlementTo(title, holdings, band)]))
}

export function entitlementTo(title: Title, holdings: Holdings, band: number | null): Entitlement {
  return {
    isPlayable: title.hasVideo && !title.flags.includes('coming_soon'),
    isAgeRestricted: !isWithinBand(title.ageLimit, band),
    missing: missingFor(title, holdings),
  }
}

function missingFor({ id, flags }: Title, holdings: Holdings): Missing | null {
  const has = (flag: Flag) => flags.includes(flag)
  // A subscription does not stand in for the ticket of a film in the online cinema.
  if (has('content_has_ticket')) {
    if (holdings.tickets.has(id)) return null
    return holdings.isSignedIn ? 'ticket' : 'sign_in'
  }
  if (has('free_content')) return null
  if (!holdings.isSignedIn) return 'sign_in'
  if (!holdings.hasSubscription) return 'subscription'
  return has('carrier_specific') && !holdings.isCarrier ? 'carrier' : null
}

const file = (of: SQL) =>
  sql`exists (select from video_files f join contents e on e.id = f.content_id
    where f.kind = 'primary' and e.removed_at is null and ${of})`

/** An episode is as free, as reserved and as far off as its series says. */
function titlesOf(deps: Deps, where: SQL): Promise<Title[]> {
  return deps.db
    .select({
      id: contents.id,
      type: contents.type,
      ageLimit: contents.ageLimit,
      flags: sql<string[]>`${contents.flags} || coalesce((select array_agg(flag)
        from contents parent, unnest(parent.flags) flag where parent.id = contents.series_id
        and flag in ('free_content', 'carrier_specific', 'coming_soon')), '{}')`,
      hasVideo: sql<boolean>`case ${contents.type}
        when 'series' then ${file(sql`e.series_id = contents.id`)}
        when 'season_of_series' then ${file(sql`e.season_id = contents.id`)}
        else ${file(sql`e.id = contents.id`)} end`,
    })
    .from(contents)
    .where(and(where, isNull(contents.removedAt)))
}

async function holdingsOf(
  deps: Deps,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<Holdings> {
  if (!viewer) {
    return { isSignedIn: false, hasSubscription: false, isCarrier: false, tickets: new Set() }
  }
  const [active, tickets] = await Promise.all([
    activeSubscription(deps.db, viewer.userId, deps.now()),
    ticketsFor(deps, ids, viewer.userId),
  ])
  return {
    isSignedIn: true,
    hasSubscription: active !== null,
    isCarrier: active?.source === 'operator',
    tickets,
  }
}

/** A ticket that was never used has no end yet; its hours begin with the first play. */
async function ticketsFor(
  deps: Deps,
  ids: readonly string[],
  userId: string,
): Promise<Set<string>> {
  const rows = await deps.db
    .select({ contentId: cinemaTickets.contentId })
    .from(cinemaTickets)
    .where(
      and(
        eq(cinemaTickets.userId, userId),
        inArray(cinemaTickets.contentId, [...ids]),
        isNull(cinemaTickets.endedAt),
        or(isNull(cinemaTickets.expiresAt), gt(cinemaTickets.expiresAt, deps.now())),
      ),
    )
  return new Set(rows.map(({ contentId }) => contentId))
}
