import { getGuide } from '#src/contract/endpoints/live.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import { requireContentWithin } from '../access/visible-content.ts'
import { textOf } from '../db/localized.ts'
import type { Deps } from '../deps.ts'
import { router } from '../http/router.ts'
import { channelOf } from './channels.queries.ts'
import { programsBetween } from './guide.queries.ts'
import { recordedSince } from './window.ts'

/** In the evening the guide tells of the night too. */
const AHEAD_MS = 12 * 60 * 60 * 1_000
const DAY_MS = 24 * 60 * 60 * 1_000

export function liveRoutes(deps: Deps) {
  const { on, app } = router(deps)
  on(getGuide)(async ({ params, maxAge, language }) => {
    const contentId = await requireContentWithin(deps, params.id, maxAge)
    const channel = await channelOf(deps.db, contentId)
    if (!channel) return { items: [] }
    const now = deps.now()
    const midnight = fromWire(`${toWire(now).slice(0, 10)}T00:00:00`)
    const end = new Date(Math.max(midnight.getTime() + DAY_MS, now.getTime() + AHEAD_MS))
    const [programs, since] = await Promise.all([
      programsBetween(deps.db, channel.id, midnight, end),
      recordedSince(deps, channel.id),
    ])
    return {
      items: programs.map(program => ({
        id: program.id,
        title: textOf(program, 'title', language) ?? '',
        summary: textOf(program, 'summary', language) ?? null,
        starts_at: toWire(program.startsAt),
        ends_at: toWire(program.endsAt),
        is_recorded: since !== null && program.startsAt >= since && program.startsAt < now,
        is_current: program.startsAt <= now && program.endsAt > now,
      })),
    }
  })
  return app
}
