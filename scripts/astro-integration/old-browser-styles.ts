import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forOldBrowsers } from './old-browser-css.ts'
import { type Build, type Part, PatchError } from './patch.ts'

/** Each sheet gets a second one with `old-` before the hash in its name, which src/lib/boot/old-styles.browser.ts loads. */
const SHEET = /\.(?!old-)([\w-]{8,})\.css$/

export function oldBrowserStyles(_: Build): Part {
  return {
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const folder = join(fileURLToPath(dir), '_astro')
        const sheets = (await readdir(folder)).filter(name => SHEET.test(name))
        if (sheets.length === 0)
          throw new PatchError({
            patch: 'old-browser-styles',
            expected: 'style sheets',
            file: folder,
          })
        for (const name of sheets) {
          const css = forOldBrowsers(await readFile(join(folder, name), 'utf8'))
          await writeFile(join(folder, name.replace(SHEET, '.old-$1.css')), css)
        }
        logger.info(`${sheets.length} style sheets for old televisions`)
      },
    },
  }
}
