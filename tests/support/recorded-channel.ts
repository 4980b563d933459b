/** A live channel of the site under test that is being recorded. Its encoder sends while the test runs. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** @param name external_id of its title. The recording ends with the test. */
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
    .poll(async () => (await shown()).recorded_seconds, { timeout: 120_000, interval: 500 })
    .toBeGreaterThan(seconds)
  async function show(...programs: Program[]) {
    const file = join(inject('dataDir'), `${name}.xml`)
    await writeFile(file, `<tv>${programs.map(programme).join('')}</tv>`)
    await operator.json('live', 'guide', name, file)
  }
  return { operator, encoder, shown, show }
}

export type Program = { startsAt: Date; endsAt: Date; title: string; summary?: string }

const xmltvTime = (date: Date) => date.toISOString().replace(/\D/g, '').slice(0, 14)

function programme({ startsAt, endsAt, title, summary }: Program): string {
  const times = `start="${xmltvTime(startsAt)}" stop="${xmltvTime(endsAt)}"`
  const texts = [
    `<title lang="fa">${title}</title>`,
    summary && `<desc lang="fa">${summary}</desc>`,
  ]
  return `<programme ${times} channel="channel">${texts.filter(Boolean).join('')}</programme>`
}
