/** Lines about an outage: while the database is away, every poll of the job queue fails in the same way. */
import { beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#src/service/platform/log.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function aLog() {
  const lines: Array<Record<string, unknown>> = []
  const log = createLog('info', { write: line => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('an outage is one line, and then a count a minute for as long as it lasts', () => {
  const { log, lines } = aLog()
  for (let n = 0; n < 50; n++) log.error({ err: refused() }, 'job queue')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ msg: 'job queue', err: { code: 'ECONNREFUSED' } })
  expect(lines[0]).not.toHaveProperty('repeated')
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ level: 50, msg: 'job queue', repeated: 49 })
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
})

test('the next outage is a line again', () => {
  const { log, lines } = aLog()
  log.error({ err: refused() }, 'job queue')
  vi.advanceTimersByTime(60_000)
  log.error({ err: refused() }, 'job queue')
  expect(lines).toHaveLength(2)
  expect(lines[1]).not.toHaveProperty('repeated')
})

test('other lines are never left out: other messages, fields and faults, and errors that are no outage', () => {
  const { log, lines } = aLog()
  const readOnly = Object.assign(new Error('timeout expired'))
  for (const fields of [{ err: refused() }, { err: refused(), job: 'a' }, { err: new Error('x') }])
    for (const message of ['job queue', 'a job failed']) log.error(fields, message)
  log.error({ err: new Error('x') }, 'job queue')
  log.error({ err: readOnly }, 'a page failed')
  log.error('text')
  log.error('text')
  expect(lines).toHaveLength(10)
})

test('each call that fails has its line, with its request', () => {
  const { log, lines } = aLog()
  for (let n = 0; n < 3; n++)
    log.warn({ err: refused(), path: '/search', requestId: `request-${n}` }, 'call failed')
  expect(lines.map(({ requestId }) => requestId)).toEqual(['request-0', 'request-1', 'request-2'])
})
