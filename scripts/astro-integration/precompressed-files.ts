import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Build, type Part, PatchError } from './patch.ts'

const TEXT = /\.(m?js|css|svg|webmanifest|txt|xml|json)$/
/** Minimum size in bytes; below it, the header costs more than compression saves. */
const MIN_BYTES = 256
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes a .br and a .gz next to every text file of the build, compressed as well as possible. */
export function precompressedFiles(_: Build): Part {
  return {
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const count = await precompress(fileURLToPath(dir))
        logger.info(`${count} files compressed`)
      },
    },
  }
}

/**
 * Returns the number of compressed files.
 * @throws PatchError if a folder has none
 */
export async function precompress(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter(name => TEXT.test(name))
  const done = await Promise.all(names.map(name => compress(join(folder, name))))
  const count = done.filter(Boolean).length
  if (count > 0) return count
  throw new PatchError({
    patch: 'precompressed-files',
    expected: 'scripts and style sheets',
    file: folder,
  })
}

async function compress(file: string): Promise<boolean> {
  const plain = await readFile(file)
  if (plain.length < MIN_BYTES) return false
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  await writeFile(`${file}.br`, await brotli(plain, { params }))
  await writeFile(`${file}.gz`, await gzipped(plain, { level: 9 }))
  return true
}
