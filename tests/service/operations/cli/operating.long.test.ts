/** Runs each transcript of docs/operating.md on a database with the demo. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seedIfEmpty } from '#src/service/operations/demo/seed.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { anOperator } from '#tests/support/operator.ts'
import { prepareOperatorsDay } from '#tests/support/operators-day.ts'
import { startTestService } from '#tests/support/service.ts'
import { differenceFrom, type Transcript, transcriptsOf } from '#tests/support/transcripts.ts'

const document = await readFile(
  resolve(import.meta.dirname, '../../../../docs/operating.md'),
  'utf8',
)
const transcripts = transcriptsOf(document)

let folder: string
let template: { url: string; drop: () => Promise<void> }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-operating-'))
  template = await blankDatabase(inject('databaseTemplate'))
  const now = () => new Date()
  const clock = { now, set: () => undefined, advance: () => undefined }
  const service = await startTestService({ beside: { url: template.url, clock } })
  await seedIfEmpty(service.deps)
  // A database with connections cannot be copied.
  await service.stop()
  await prepareOperatorsDay(template.url)
}, 240_000)
afterAll(async () => {
  await template.drop()
  await rm(folder, { recursive: true, force: true })
})

test.each(transcripts.map(transcript => [transcript.title, transcript] as const))(
  '%s',
  { timeout: 180_000 },
  async (_, transcript) => {
    const { url, drop } = await blankDatabase(new URL(template.url).pathname.slice(1))
    try {
      await runSteps(transcript, url)
    } finally {
      await drop()
    }
  },
)

/** A file of the transcript, alone or as the value of a field. */
function inFolder(word: string, files: Transcript['files']): string {
  const [, field = '', name = ''] = /^(\w+=)?(.*)$/.exec(word) ?? []
  return files.has(name) ? field + join(folder, name) : word
}

async function runSteps({ steps, files }: Transcript, url: string): Promise<void> {
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  const BACKUP_DIR = join(folder, 'backups')
  const operator = anOperator({ DATABASE_URL: url, DATA_DIR: folder, BACKUP_DIR })
  for (const { command, expected, line } of steps) {
    const words = command.map(word => inFolder(word, files))
    const { stdout, stderr } = await operator.run(...words)
    const output = (stdout + stderr)
      .replaceAll(`${folder}/`, '')
      .replaceAll(/[\u2068\u2069]/g, '')
      // Progress, whose steps depend on the machine.
      .replaceAll(/^\w+ \d+%\n/gm, '')
    expect(differenceFrom(expected, output), `docs/operating.md:${line}`).toBeNull()
  }
}
