/** A site with this many invented titles. Its data folder stays in BENCH_DIR (.data/bench) for the next run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Site, startSite } from '#tests/support/site.ts'
import { inventedTitles } from './titles.ts'

const root = resolve(import.meta.dirname, '../..')
export const SECRET = 'bench'.repeat(8)

export async function filledSite(name: string, size: number): Promise<Site> {
  const dataDir = resolve(process.env.BENCH_DIR ?? '.data/bench', `${name}-${size}`)
  await mkdir(dataDir, { recursive: true })
  const env = { SECRET, LOG_LEVEL: 'error', NODE_ENV: 'production' }
  const filled = join(dataDir, 'filled')
  const site = await startSite({ dataDir, env })
  if (existsSync(filled)) return site
  const file = join(dataDir, 'titles.jsonl')
  const names = Object.keys(
    JSON.parse(readFileSync(join(root, 'demo/pictures/manifest.json'), 'utf8')),
  )
  const posters = names.filter(name => name.startsWith('poster/'))
  const out = createWriteStream(file)
  let index = 0
  for (const title of inventedTitles(size)) {
    const poster = posters[index++ % posters.length]
    out.write(`${JSON.stringify({ ...title, ...(poster ? { poster: `demo:${poster}` } : {}) })}\n`)
  }
  out.end()
  await once(out, 'close')
  const importing = spawn(
    process.execPath,
    ['src/service/operations/cli/main.ts', 'import', file],
    {
      cwd: root,
      env: { ...process.env, ...env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await once(importing, 'close')
  writeFileSync(filled, '')
  return site
}
