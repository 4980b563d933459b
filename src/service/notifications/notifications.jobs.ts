import type { Deps } from '../deps.ts'
import { remindOfEnding } from './ending.ts'
import { tellOfNewDevices } from './new-device.ts'
import { sendNotifications } from './notifications.ts'

export function registerNotificationJobs(deps: Deps): void {
  // By day: nobody is woken for a subscription.
  deps.jobs.define('notices.ending', () => remindOfEnding(deps), { cron: '0 9-20 * * *' })
  deps.jobs.define(
    'notices.send',
    async () => {
      await tellOfNewDevices(deps)
      await sendNotifications(deps)
    },
    { cron: '* * * * *', retries: 0 },
  )
}
