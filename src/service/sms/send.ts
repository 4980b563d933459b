import type { Sms } from '../adapters/sms/sms.ts'
import { SmsError } from '../adapters/sms/sms-error.ts'
import type { Deps } from '../deps.ts'
import { giveBackToBudgets, takeFromBudgets } from './budget.ts'

/**
 * The one way out for messages: within the budgets, which get back what surely did not go out.
 * @throws SmsError, ApiError sms_paused
 */
export async function sendSms(deps: Deps, message: Sms): Promise<void> {
  await takeFromBudgets(deps, message.kind)
  try {
    await deps.sms.send(message)
  } catch (error) {
    if (!(error instanceof SmsError) || error.failure !== 'unclear') await giveBackToBudgets(deps)
    throw error
  }
}
