/**
 * The files of demo/catalogue: titles and artists in the format of `./pardeh import`, pages in that of `./pardeh home`, surveys in that of
 * `./pardeh survey`.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Line, readLines } from '../../catalogue/import/lines.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'

const DEMO_FOLDER = join(PROJECT_ROOT, 'demo/catalogue')

/** Files in the order of the import: artists come before the titles that credit them. */
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
    for await (const line of readLines(createReadStream(join(DEMO_FOLDER, file))))
      yield { ...line, file }
}

/** Reads a JSON file of the demo; the caller parses it with its schema. @param name such as `home.json` */
export async function readDemoJson(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(DEMO_FOLDER, name), 'utf8'))
}
