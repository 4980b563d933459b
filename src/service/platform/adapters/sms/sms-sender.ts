import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'
import type { Env } from '../../env.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Providers } from '../providers.ts'
import { kavenegar } from './kavenegar.ts'
import { outboxSender } from './outbox.ts'
import { withFailover } from './providers.ts'
import type { SmsSender } from './sms.ts'
import { smsIr } from './sms-ir.ts'

export type SmsOptions = {
  env: Env
  db: Database
  log: Logger
  metrics: Metrics
  providers: Providers
}

/** Returns Kavenegar and then SMS.ir, as far as they have a key; without any key, the outbox of the demo. */
export function smsSender({ env, db, ...watch }: SmsOptions): SmsSender {
  const able = [kavenegar(env), smsIr(env)].filter(provider => provider !== null)
  return able.length > 0 ? withFailover(able, watch) : outboxSender(db)
}
