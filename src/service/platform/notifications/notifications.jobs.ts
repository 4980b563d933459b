import type { Deps } from '../deps.ts'
import { callOtherNodes, onceOnThisNode } from '../node-work.ts'
import { countDeadNotifications } from './delivery.queries.ts'
import { notifyNewDevices } from './new-device.ts'
import { sendNotifications } from './notifications.ts'
import { remindOfEnding } from './subscription-ending.ts'

const SEND = 'notices.send'
const HELP = 'notices.send.help'

export function registerNotificationJobs(deps: Deps): void {
  const send = (onBacklog?: () => Promise<void>) =>
    onceOnThisNode(deps, SEND, async () => void (await sendNotifications(deps, onBacklog)))
  // Only by day, so that a message wakes no one.
  deps.jobs.define('notices.ending', () => remindOfEnding(deps), { cron: '0 9-20 * * *' })
  deps.jobs.define(
    SEND,
    async () => {
      await notifyNewDevices(deps)
      await send(callOtherNodes(deps, HELP))
    },
    { cron: '* * * * *', retries: 0 },
  )
  deps.jobs.define(HELP, () => send(), { retries: 0 })
  deps.metrics.gauge(
    'pardeh_messages_dead',
    'Messages that were given up and wait for an operator: ./pardeh sms list',
    'kind',
    () => countDeadNotifications(deps),
  )
}
