/** npm run media: moves media to the store of MEDIA_STORE, and removes what nothing names any more. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MediaStoreError } from '../adapters/media-store/media-store.ts'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import { type Sent, sendFolder } from '../adapters/media-store/send-folder.ts'
import { readEnv } from '../env.ts'
import { unusedMedia } from '../ingest/unused-media.ts'
import { type CliDeps, command, reportFailure, UsageError } from './command.ts'
import { line, row, say } from './terminal.ts'

const USAGE = `Usage: npm run media -- copy [--demo]      sends DATA_DIR/media to MEDIA_STORE; --demo the pictures and streams of the demo too
       npm run media -- clean [--dry-run]  removes streams and pictures that nothing names, a day after they were stored

Both go on where they were interrupted. Do not clean while an import runs.`
const DEMO = resolve(import.meta.dirname, '../../../demo')
const MB = 1024 * 1024

const OPTIONS = {
  demo: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [name, ...more] = positionals
  if (values.help) return void say(USAGE)
  if (name === 'copy' && more.length === 0) return copy(values.demo)
  if (name !== 'clean' || more.length > 0) throw new UsageError(USAGE)
  await command(deps => clean(deps, values['dry-run']))
}

/** It needs no database. */
async function copy(hasDemo: boolean): Promise<void> {
  const env = readEnv()
  if (!env.MEDIA_STORE) throw new UsageError(`MEDIA_STORE is not set.\n\n${USAGE}`)
  const store = openMediaStore(env, 'command')
  const media = join(env.DATA_DIR, 'media')
  const folders = (await foldersIn(media)).map(name => ({ folder: join(media, name), to: name }))
  if (hasDemo) {
    folders.push({ folder: join(DEMO, 'pictures'), to: 'pictures' })
    for (const name of await foldersIn(join(DEMO, 'streams')))
      folders.push({ folder: join(DEMO, 'streams', name), to: `demo/${name}` })
  }
  for (const { folder, to } of folders) {
    const { files, sentFiles, sentBytes }: Sent = await sendFolder({ store, folder, to })
    say(row(to, `${files} files`, `${sentFiles} sent`, `${(sentBytes / MB).toFixed(1)} MB`))
  }
  say(line`Everything is in ${store.name}.`)
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
}

async function clean({ env, db, now }: CliDeps, isDry: boolean): Promise<true> {
  const store = openMediaStore(env, 'command')
  const unused = await unusedMedia({ db, store, now: now() })
  const bytes = unused.reduce((sum, { size }) => sum + size, 0)
  if (!isDry) await store.remove(unused.map(({ key }) => key))
  const what = `${unused.length} file(s), ${(bytes / MB).toFixed(1)} MB`
  return say(isDry ? line`${what} would be removed.` : line`${what} removed.`)
}

try {
  await main()
} catch (error) {
  process.exitCode = await reportFailure(error, [MediaStoreError])
}
