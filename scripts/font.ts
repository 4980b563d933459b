// Makes the text fonts of the site from Vazirmatn (OFL): only our characters and the weights 400 to 800, a file a script.
// Run it by hand when FONT_CHARACTERS changes: node scripts/font.ts
import { createHash } from 'node:crypto'
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { FONT_CHARACTERS } from './font-characters.ts'

const SOURCE = 'node_modules/vazirmatn'
const FONTS = 'public/fonts'
const SPOKEN_OF = [
  'src/styles/font.css',
  'src/styles/font.ts',
  'src/service/adapters/payments/fake-bank/bank.css',
]

// Without small capitals and alternates, which draw most letters twice, the file is a fifth smaller.
const FEATURES =
  'ccmp locl isol init medi fina rlig calt liga curs kern mark mkmk rvrn tnum pnum'.split(' ')

const source = await readFile(`${SOURCE}/fonts/webfonts/Vazirmatn[wght].woff2`)
for await (const old of glob(`${FONTS}/vazirmatn-*.woff2`)) await rm(old)
for (const [script, characters] of Object.entries(FONT_CHARACTERS)) {
  const font = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800, default: 400 } },
    keepFeatures: FEATURES,
    noHinting: true,
  })
  const hash = createHash('sha256').update(font).digest('hex').slice(0, 8)
  const name = `vazirmatn-${script}-${hash}.woff2`
  await writeFile(`${FONTS}/${name}`, font)
  for (const file of SPOKEN_OF) await rename(file, script, name)
  console.log(`${name}: ${font.length} bytes`)
}
await copyFile(`${SOURCE}/OFL.txt`, `${FONTS}/OFL.txt`)

/** Puts the new name where the font is spoken of. */
async function rename(file: string, script: string, name: string) {
  const text = await readFile(file, 'utf8')
  const old = new RegExp(`vazirmatn-${script}-[0-9a-z]{8}\\.woff2`, 'g')
  await writeFile(file, text.replaceAll(old, name))
}
