/** The gauges that ask the database, the disk or a counter whenever /metrics is read. */
import { statfs } from 'node:fs/promises'
import { registerLedgerGauge } from './checkout/ledger-gauge.ts'
import { registerPaymentGauges } from './checkout/payment-gauges.ts'
import type { Deps } from './deps.ts'
import { registerDebitGauge } from './direct-debit/debit-gauge.ts'
import { registerCertificateGauge } from './doctor/certificate-gauge.ts'
import { registerCommandGauges } from './jobs/command-gauges.ts'
import { registerJobGauges } from './jobs/job-gauges.ts'
import { registerLeaseGauge } from './player/lease-gauge.ts'
import { budgetsOf, leftInBudgets } from './sms/budget.ts'

export function registerGauges(deps: Deps): void {
  const { metrics, env } = deps
  metrics.gauge('pardeh_sms_left', 'Messages left in each budget', 'window', () =>
    leftInBudgets(deps),
  )
  metrics.gauge('pardeh_sms_budget', 'Messages that each budget has in all', 'window', async () =>
    Object.fromEntries(budgetsOf(deps).map(({ name, points }) => [name, points])),
  )
  metrics.gauge('pardeh_data_disk_bytes', 'The disk of DATA_DIR', 'state', async () => {
    const { bsize, blocks, bfree, bavail } = await statfs(env.DATA_DIR)
    // As `df` counts: what is reserved for root is neither used nor free.
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
