/** Registers the gauges that read the database, the disk or a counter whenever /metrics is read. */
import { statfs } from 'node:fs/promises'
import { registerLedgerGauge } from '../commerce/checkout/ledger-gauge.ts'
import { registerPaymentGauges } from '../commerce/checkout/payment-gauges.ts'
import { registerDebitGauge } from '../commerce/direct-debit/debit-gauge.ts'
import type { Deps } from '../platform/deps.ts'
import { leftInBudgets, smsBudgets } from '../platform/sms/budget.ts'
import { registerLeaseGauge } from '../watching/player/lease-gauge.ts'
import { registerCertificateGauge } from './doctor/certificate-gauge.ts'
import { registerCommandGauges } from './jobs/command-gauges.ts'
import { registerJobGauges } from './jobs/job-gauges.ts'

export function registerGauges(deps: Deps): void {
  const { metrics, env } = deps
  metrics.gauge('pardeh_sms_left', 'Messages left in each budget', 'window', () =>
    leftInBudgets(deps),
  )
  metrics.gauge('pardeh_sms_budget', 'Total messages in each budget', 'window', async () =>
    Object.fromEntries(smsBudgets(deps).map(({ name, points }) => [name, points])),
  )
  metrics.gauge('pardeh_data_disk_bytes', 'The disk of DATA_DIR', 'state', async () => {
    const { bsize, blocks, bfree, bavail } = await statfs(env.DATA_DIR)
    // Counts like `df`: space that is reserved for root is neither used nor free.
    return { used: (blocks - bfree) * bsize, free: bavail * bsize }
  })
  registerPaymentGauges(deps)
  registerLedgerGauge(deps)
  registerDebitGauge(deps)
  registerJobGauges(deps)
  registerCommandGauges(deps)
  registerCertificateGauge(deps)
  registerLeaseGauge(deps)
}
