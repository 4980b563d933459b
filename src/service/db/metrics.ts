/** What an operator sees of the database in /metrics. */
import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { DATABASE_FAULTS, type DatabaseFault } from './faults.ts'

/** Returns what counts a query that failed. */
export function faultCounter(registry: Registry): (fault: DatabaseFault) => void {
  const counter = new Counter({
    name: 'pardeh_database_errors_total',
    help: 'Queries and connections that the database failed, by fault',
    labelNames: ['fault'],
    registers: [registry],
  })
  for (const fault of DATABASE_FAULTS) counter.inc({ fault }, 0)
  return fault => counter.inc({ fault })
}

export function registerDatabaseGauges(
  registry: Registry,
  { pool, fault }: { pool: Pool; fault: () => DatabaseFault | null },
): void {
  new Gauge({
    name: 'pardeh_database_up',
    help: '1 while the database can be used, 0 while it cannot',
    registers: [registry],
    collect() {
      this.set(fault() ? 0 : 1)
    },
  })
  new Gauge({
    name: 'pardeh_database_connections',
    help: 'Connections of this node, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
