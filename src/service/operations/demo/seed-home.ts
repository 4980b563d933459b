/** Seeds the home page and the kids page from demo/catalogue, and a system message that has ended. */
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { stableId } from '../../catalogue/import/identity.ts'
import { systemMessages } from '../../platform/db/schema/pages.ts'
import type { Deps } from '../../platform/deps.ts'
import { applyHome, HomeFile } from '../../storefront/home-file.ts'
import { readDemoJson } from './catalogue.ts'

/** Can be repeated: it replaces each page as a whole. */
export async function seedHome(deps: Deps): Promise<void> {
  for (const name of ['home.json', 'kids.json'])
    await applyHome(deps, HomeFile.parse(await readDemoJson(name)))
  await deps.db.insert(systemMessages).values(endedMessage(deps.now())).onConflictDoNothing()
}

function endedMessage(now: Date): typeof systemMessages.$inferInsert {
  return {
    id: stableId('demo', 'message'),
    textFa: 'امشب از ساعت ۳ تا ۴ بامداد به‌روزرسانی داریم؛ پخش ممکن است چند دقیقه قطع شود.',
    textEn: 'We’re updating tonight from 3 to 4 a.m. Playback may pause for a few minutes.',
    type: 'success',
    isDismissable: true,
    startsAt: new Date(now.getTime() - 2 * DAY_MS),
    endsAt: new Date(now.getTime() - DAY_MS),
  }
}
