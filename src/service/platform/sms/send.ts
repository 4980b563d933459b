import type { Sms } from '../adapters/sms/sms.ts'
import { SmsError } from '../adapters/sms/sms-error.ts'
import type { Deps } from '../deps.ts'
import { giveBackToBudgets, takeFromBudgets } from './budget.ts'

/**
 * Sends a message within the budgets. All messages must use it. If the message was certainly not sent, the budgets get it back.
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
