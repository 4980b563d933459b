import { getGuide } from '#src/contract/endpoints/live.ts'
import { DAY_MS, HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import { requireContentWithin } from '../../accounts/access/visible-content.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { router } from '../../platform/http/router.ts'
import { findChannelOfTitle } from './channels.queries.ts'
import { listPrograms } from './guide.queries.ts'
import { recordedSince } from './window.ts'

/** Far enough that the guide includes the night in the evening. */
const AHEAD_MS = 12 * HOUR_MS

export function liveRoutes(deps: Deps) {
  const { on, app } = router(deps)
  on(getGuide)(async ({ params, maxAge, language }) => {
    const contentId = await requireContentWithin(deps, params.id, maxAge)
    const channel = await findChannelOfTitle(deps.db, contentId)
    if (!channel) return { items: [] }
    const now = deps.now()
    const midnight = fromWire(`${toWire(now).slice(0, 10)}T00:00:00`)
    const end = new Date(Math.max(midnight.getTime() + DAY_MS, now.getTime() + AHEAD_MS))
    const [programs, since] = await Promise.all([
      listPrograms(deps.db, channel.id, midnight, end),
      recordedSince(deps, channel.id),
    ])
    return {
      items: programs.map(program => ({
        id: program.id,
        title: translatedText(program, 'title', language) ?? '',
        summary: translatedText(program, 'summary', language) ?? null,
        starts_at: toWire(program.startsAt),
        ends_at: toWire(program.endsAt),
        is_recorded: since !== null && program.startsAt >= since && program.startsAt < now,
        is_current: program.startsAt <= now && program.endsAt > now,
      })),
    }
  })
  return app
}
