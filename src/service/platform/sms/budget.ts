/**
 * Limits of all messages together in a minute, an hour and a day, on all nodes. The last tenth is not available to sign-in codes,
 * which anyone can request, and the last four tenths not to reminders: even an attack leaves room for important messages.
 */
import { SMS } from '#src/contract/limits.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'

type Budgeted = Pick<Deps, 'env' | 'limits' | 'log' | 'metrics'>
export type Budget = { name: 'minute' | 'hour' | 'day'; seconds: number; points: number }

export function smsBudgets({ env }: Pick<Deps, 'env'>): Budget[] {
  return [
    { name: 'minute', seconds: 60, points: env.SMS_PER_MINUTE },
    { name: 'hour', seconds: 3_600, points: env.SMS_PER_HOUR },
    { name: 'day', seconds: 86_400, points: env.SMS_PER_DAY },
  ]
}

const LIMIT = 'sms-all'
const SHARES: Record<string, number> = {
  login: SMS.share.signIn,
  subscription_ending: SMS.share.reminder,
  title_available: SMS.share.reminder,
  campaign: SMS.share.reminder,
}

/** Takes one message out of every budget, or out of none. @throws ApiError sms_paused */
export async function takeFromBudgets(deps: Budgeted, kind: string): Promise<void> {
  const share = SHARES[kind] ?? 1
  const budgets = smsBudgets(deps)
  const results = await deps.limits.takeInTurn(
    budgets.map(({ name, seconds, points }) => ({
      name: LIMIT,
      key: name,
      rule: { points: Math.max(1, Math.floor(points * share)), seconds },
    })),
  )
  for (const [index, { isTaken, taken, until, wait }] of results.entries()) {
    const budget = budgets[index] as Budget
    if (!isTaken) {
      await giveBackTo(deps, budgets.slice(0, index))
      await warnOnce(deps, budget, 'sms_budget_gone', until)
      throw new ApiError('sms_paused', { retryAfter: wait })
    }
    if (taken === Math.ceil(budget.points * SMS.warnAt))
      await warnOnce(deps, budget, 'sms_budget_low', until)
  }
}

export async function giveBackToBudgets(deps: Budgeted): Promise<void> {
  await giveBackTo(deps, smsBudgets(deps))
}

async function giveBackTo({ limits }: Budgeted, budgets: readonly Budget[]): Promise<void> {
  for (const { name } of budgets) await limits.giveBack(LIMIT, name)
}

/** Logs one line per window, from whichever node reaches the limit first. */
async function warnOnce(
  { limits, log, metrics }: Budgeted,
  { name, seconds, points }: Budget,
  event: 'sms_budget_low' | 'sms_budget_gone',
  until: number,
): Promise<void> {
  metrics.count(event)
  const { isTaken } = await limits.take(event, `${name}:${until}`, { points: 1, seconds })
  if (isTaken) log.warn({ event, window: name, budget: points }, 'sms')
}

/** Returns how many messages may still be sent in each window, for the gauge. */
export async function leftInBudgets(deps: Budgeted): Promise<Record<Budget['name'], number>> {
  const left = { minute: 0, hour: 0, day: 0 }
  for (const { name, points } of smsBudgets(deps))
    left[name] = Math.max(0, points - (await deps.limits.taken(LIMIT, name)))
  return left
}
