import type { Deps } from '../deps.ts'
import { notifyNewDevices } from './new-device.ts'
import { sendNotifications } from './notifications.ts'
import { remindOfEnding } from './subscription-ending.ts'

export function registerNotificationJobs(deps: Deps): void {
  // By day: nobody is woken for a subscription.
  deps.jobs.define('notices.ending', () => remindOfEnding(deps), { cron: '0 9-20 * * *' })
  deps.jobs.define(
    'notices.send',
    async () => {
      await notifyNewDevices(deps)
      await sendNotifications(deps)
    },
    { cron: '* * * * *', retries: 0 },
  )
}
