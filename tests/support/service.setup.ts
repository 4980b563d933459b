/** Resets fake time and stubs after each file, because files of service tests share a process, and checks the order of its locks. */
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { watchLockOrder } from './watch-lock-order.ts'

let locksInWrongOrder: () => string[]
beforeAll(() => {
  locksInWrongOrder = watchLockOrder()
})

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  expect(locksInWrongOrder()).toEqual([])
})
