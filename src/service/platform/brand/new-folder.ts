/** Files for a new brand, and pictures drawn from its icon. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LANGUAGES } from '#src/contract/languages.ts'
import { drawPictures } from './draw-pictures.ts'
import { BRAND_ICON } from './pictures.ts'
import { BRAND_FILE, type Brand, DEFAULT_FOLDER } from './read-brand.ts'
import { TEXT_NAMES } from './text-names.ts'

type Done = { written: string[]; skipped: string[] }
type Options = { isDryRun: boolean }

/** Copies the product's own names, texts and icon. Existing files are kept. */
export async function startFolder(folder: string, { isDryRun }: Options): Promise<Done> {
  const texts = LANGUAGES.flatMap(language => TEXT_NAMES.map(name => `${language}/${name}.md`))
  const done: Done = { written: [], skipped: [] }
  for (const name of [BRAND_FILE, BRAND_ICON, ...texts]) {
    const to = join(folder, name)
    if (existsSync(to)) {
      done.skipped.push(name)
      continue
    }
    done.written.push(name)
    if (isDryRun) continue
    await mkdir(dirname(to), { recursive: true })
    await copyFile(join(DEFAULT_FOLDER, name), to)
  }
  return done
}

/** Draws all pictures of the brand again, or only the missing ones with `isMissingOnly`. */
export async function writePictures(
  brand: Brand,
  folder: string,
  { isDryRun, isMissingOnly }: Options & { isMissingOnly: boolean },
): Promise<Done> {
  const done: Done = { written: [], skipped: [] }
  for (const [name, bytes] of await drawPictures(brand)) {
    const to = join(folder, name)
    if (isMissingOnly && existsSync(to)) {
      done.skipped.push(name)
      continue
    }
    done.written.push(name)
    if (!isDryRun) await writeFile(to, bytes)
  }
  return done
}
