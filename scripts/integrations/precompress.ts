import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'

const TEXT = /\.(m?js|css|svg|webmanifest|txt|xml|json)$/
/** Below this a header costs more than the coding saves. */
const SMALLEST = 256
const pack = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Text files of the build also stand there as .br and .gz, made once and as small as they get. */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir)
        const names = (await readdir(root, { recursive: true })).filter(name => TEXT.test(name))
        await Promise.all(names.map(name => compress(join(root, name))))
        logger.info(`${names.length} files`)
      },
    },
  }
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file)
  if (plain.length < SMALLEST) return
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  }
  await writeFile(`${file}.br`, await pack.br(plain, best))
  await writeFile(`${file}.gz`, await pack.gz(plain, { level: 9 }))
}
