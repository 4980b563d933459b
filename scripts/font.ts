// Makes the one text font of the site from Vazirmatn (OFL): only our characters and the weights 400 to 800.
// Run it by hand when FONT_CHARACTERS changes: node scripts/font.ts
import { createHash } from 'node:crypto'
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { FONT_CHARACTERS } from './font-characters.ts'

const SOURCE = 'node_modules/vazirmatn'
const FONTS = 'public/fonts'

// Without small capitals and alternates, which draw most letters twice, the file is a fifth smaller.
const FEATURES =
  'ccmp locl isol init medi fina rlig calt liga curs kern mark mkmk rvrn tnum pnum'.split(' ')

const source = await readFile(`${SOURCE}/fonts/webfonts/Vazirmatn[wght].woff2`)
const font = await subsetFont(source, FONT_CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 800, default: 400 } },
  keepFeatures: FEATURES,
  noHinting: true,
})
const hash = createHash('sha256').update(font).digest('hex').slice(0, 8)

for await (const old of glob(`${FONTS}/vazirmatn-*.woff2`)) await rm(old)
await writeFile(`${FONTS}/vazirmatn-${hash}.woff2`, font)
await copyFile(`${SOURCE}/OFL.txt`, `${FONTS}/OFL.txt`)
await rename('src/styles/font.css', hash)
await rename('src/styles/font.ts', hash)
console.log(`vazirmatn-${hash}.woff2: ${font.length} bytes`)

/** Puts the new name where the font is spoken of. */
async function rename(file: string, hash: string) {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replaceAll(/vazirmatn-[0-9a-z]{8}\.woff2/g, `vazirmatn-${hash}.woff2`))
}
