import type { Deps } from '../deps.ts'
import { callOtherNodes, onceOnThisNode } from '../node-work.ts'
import { countDead } from './delivery.queries.ts'
import { notifyNewDevices } from './new-device.ts'
import { sendNotifications } from './notifications.ts'
import { remindOfEnding } from './subscription-ending.ts'

const SEND = 'notices.send'
const HELP = 'notices.send.help'

export function registerNotificationJobs(deps: Deps): void {
  const send = () => onceOnThisNode(deps, SEND, async () => void (await sendNotifications(deps)))
  // By day: nobody is woken for a subscription.
  deps.jobs.define('notices.ending', () => remindOfEnding(deps), { cron: '0 9-20 * * *' })
  deps.jobs.define(
    SEND,
    async () => {
      await notifyNewDevices(deps)
      await callOtherNodes(deps, HELP)
      await send()
    },
    { cron: '* * * * *', retries: 0 },
  )
  deps.jobs.define(HELP, send, { retries: 0 })
  deps.metrics.gauge(
    'pardeh_messages_dead',
    'Messages that were given up and wait for an operator: npm run sms -- list',
    'kind',
    () => countDead(deps),
  )
}
