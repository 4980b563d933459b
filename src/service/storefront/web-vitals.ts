/** Records Core Web Vitals of visitors as histograms, by the kind of page and the class of device, without data about the visitor. */
import { Histogram, type Registry } from 'prom-client'
import type { VitalsReport } from '#src/contract/pages.ts'
import { VITALS } from '#src/contract/web-vitals.ts'

const labelNames = ['vital', 'page', 'device'] as const

const made = new WeakMap<Registry, (report: VitalsReport) => void>()

/** Returns the recorder of a registry; applications that share the registry share the recorder. */
export function vitalsRecorder(registry: Registry): (report: VitalsReport) => void {
  const record = made.get(registry) ?? createVitals(registry)
  made.set(registry, record)
  return record
}

function createVitals(registry: Registry): (report: VitalsReport) => void {
  const seconds = new Histogram({
    name: 'pardeh_web_vitals_seconds',
    help: 'Largest contentful paint (lcp), interaction delay (inp) and time to first byte (ttfb) of visitors',
    labelNames,
    // Good values are below 2.5 s, 0.2 s and 0.8 s; poor values are above 4 s, 0.5 s and 1.8 s.
    buckets: [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 4, 10],
    registers: [registry],
  })
  const shift = new Histogram({
    name: 'pardeh_web_vitals_cls',
    help: 'Layout shift of pages of visitors (cls), as a score',
    labelNames: ['page', 'device'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5],
    registers: [registry],
  })
  return ({ page, device, ...values }) => {
    for (const vital of VITALS) {
      const value = values[vital]
      if (value === undefined) continue
      if (vital === 'cls') shift.observe({ page, device }, value)
      else seconds.observe({ vital, page, device }, value / 1_000)
    }
  }
}
