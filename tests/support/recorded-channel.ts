/** A live channel of the site under test that is being recorded, of an encoder that sends while the test runs. */
import { expect, inject, onTestFinished } from 'vitest'
import { anEncoder, type EncoderOptions } from './encoder.ts'
import { anOperator } from './operator.ts'
import { settingsUnderTest } from './site.ts'

export type Shown = {
  short_id: string
  state: string
  age_seconds: number | null
  recorded_seconds: number
}

/** @param name external_id of its title; its recording ends with the test */
export async function aChannelOfTheSite(
  { name, seconds }: { name: string; seconds: number },
  options: EncoderOptions = {},
) {
  const operator = anOperator({ DATA_DIR: inject('dataDir'), ...settingsUnderTest() })
  const encoder = await anEncoder({ listSize: 10, ...options })
  onTestFinished(encoder.close)
  await encoder.start()
  await operator.json('live', 'add', name, encoder.url, '--private', '--name', 'شبکهٔ آزمون')
  onTestFinished(async () => void (await operator.run('live', 'remove', name, '--yes')))
  const shown = () => operator.json<Shown>('live', 'show', name)
  await expect
    .poll(async () => (await shown()).recorded_seconds, { timeout: 60_000, interval: 500 })
    .toBeGreaterThan(seconds)
  return { operator, encoder, shown }
}
