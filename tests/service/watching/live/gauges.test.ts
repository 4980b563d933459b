/** Metrics of a live channel. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveChannels, liveSegments } from '#src/service/platform/db/schema/live.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { newId } from '#src/service/platform/ids.ts'
import { registerLiveGauges } from '#src/service/watching/live/start-live.ts'
import { aContent } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test('a channel has the age of its newest segment, the missing seconds, and whether it is recorded', async () => {
  const { db, now } = service.deps
  const channelId = newId()
  await db.insert(liveChannels).values({
    id: channelId,
    contentId: await aContent(db),
    url: 'https://encoder.example/a.m3u8',
    manifest: 'a.m3u8',
    renditions: [{ name: '480p', url: 'https://encoder.example/480p.m3u8' }],
    targetSeconds: 6,
    leaseUntil: new Date(now().getTime() + 10_000),
  })
  const segment = (sequence: number, secondsAgo: number, isMissing: boolean) => ({
    channelId,
    rendition: '480p',
    sequence,
    discontinuities: 0,
    seconds: 6,
    bytes: 1,
    file: `${sequence}.ts`,
    sourceSequence: sequence,
    sourceUri: `${sequence}.ts`,
    isMissing,
    startsAt: new Date(now().getTime() - secondsAgo * 1_000),
  })
  await db.insert(liveSegments).values([segment(1, 36, true), segment(2, 30, false)])
  const metrics = createMetrics()
  registerLiveGauges({ db, metrics, now })
  const text = await metrics.text()
  const valueIn = (name: string) =>
    Number(new RegExp(`^${name}\\{channel="${channelId}"\\} (\\S+)$`, 'm').exec(text)?.[1])
  expect(valueIn('pardeh_live_segment_age_seconds')).toBeCloseTo(24, -1)
  expect(valueIn('pardeh_live_missing_segments')).toBe(1)
  expect(valueIn('pardeh_live_recording')).toBe(1)
})
