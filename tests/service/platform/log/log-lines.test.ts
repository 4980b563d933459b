import { expect, test } from 'vitest'
import { createLog } from '#src/service/platform/log.ts'
import { readableLines } from '#src/service/platform/log-lines.ts'

test('a line of the log becomes one readable line, with the fields and the error', () => {
  const lines: string[] = []
  const log = createLog('info', readableLines({ write: line => void lines.push(line) }))
  log.info({ port: 4321, mode: 'demo' }, 'listening')
  log.warn({ err: new Error('gone') }, 'the database cannot be used')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}listening port=4321 mode=demo\n$/)
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d warn {2}the database cannot be used\n {2}.*gone/)
})

test('a line that is not JSON is unchanged', () => {
  const lines: string[] = []
  readableLines({ write: line => void lines.push(line) }).write('plain\n')
  expect(lines).toEqual(['plain\n'])
})
