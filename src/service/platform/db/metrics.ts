/** Metrics of the database. */
import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { DATABASE_FAULTS, type DatabaseFault } from './faults.ts'

/** Returns the function that counts a failed query. */
export function faultCounter(registry: Registry): (fault: DatabaseFault) => void {
  const counter = new Counter({
    name: 'pardeh_database_errors_total',
    help: 'Queries and connections that failed because of the database, by fault',
    labelNames: ['fault'],
    registers: [registry],
  })
  for (const fault of DATABASE_FAULTS) counter.inc({ fault }, 0)
  return fault => counter.inc({ fault })
}

/** Registers the gauges of availability and connections. */
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
