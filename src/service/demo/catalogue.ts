/**
 * The files of demo/catalogue: titles and artists in the format of `npm run import`, pages in that of `npm run home`, surveys in
 * that of `npm run survey`.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Line, linesOf } from '../import/lines.ts'
import { PROJECT_ROOT } from '../project-root.ts'

export const DEMO_FOLDER = join(PROJECT_ROOT, 'demo/catalogue')

/** In the order of the import: artists before the titles that credit them. */
const FILES = [
  'artists.jsonl',
  'films.jsonl',
  'cinema.jsonl',
  'series.jsonl',
  'audio-books.jsonl',
  'channels.jsonl',
  'bundles.jsonl',
] as const

export async function* catalogueLines(): AsyncGenerator<Line & { file: string }> {
  for (const file of FILES)
    for await (const line of linesOf(createReadStream(join(DEMO_FOLDER, file))))
      yield { ...line, file }
}

/** @param name such as `home.json`; its own schema parses it. */
export async function readDemoJson(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(DEMO_FOLDER, name), 'utf8'))
}
