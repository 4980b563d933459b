// Makes the text fonts of the site from Vazirmatn (OFL): only our characters and the weights 400 to 800, in four files.
// Run it when FONT_CHARACTERS changes: node scripts/font.ts
import { createHash } from 'node:crypto'
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { FONT_CHARACTERS, type FontFile, textCharacters, unicodeRange } from './font-characters.ts'

const SOURCE = 'node_modules/vazirmatn'
const FONTS = 'public/fonts'
const NAMED_IN = [
  'src/styles/font.css',
  'src/styles/font.ts',
  'src/service/platform/adapters/payments/fake-bank/bank.css',
]

// Small capitals and alternates, which draw most letters twice, and the digits of other languages are left out: the file is a fifth
// smaller.
const FEATURES = 'ccmp isol init medi fina rlig calt liga curs kern mark mkmk rvrn tnum'.split(' ')

const source = await readFile(`${SOURCE}/fonts/webfonts/Vazirmatn[wght].woff2`)
for await (const old of glob(`${FONTS}/vazirmatn-*.woff2`)) await rm(old)
for (const [file, characters] of Object.entries(FONT_CHARACTERS)) {
  const font = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800, default: 400 } },
    keepFeatures: FEATURES,
    noHinting: true,
  })
  const hash = createHash('sha256').update(font).digest('hex').slice(0, 8)
  const name = `vazirmatn-${file}-${hash}.woff2`
  await writeFile(`${FONTS}/${name}`, font)
  for (const path of NAMED_IN)
    await rename(path, file, name, unicodeRange(textCharacters(file as FontFile)))
  console.log(`${name}: ${font.length} bytes`)
}
await copyFile(`${SOURCE}/OFL.txt`, `${FONTS}/OFL.txt`)

/** Writes the new file name and its unicode-range into every file that names the font. */
async function rename(path: string, file: string, name: string, characters: string) {
  const text = await readFile(path, 'utf8')
  const old = `vazirmatn-${file}-[0-9a-z]{8}\\.woff2`
  await writeFile(
    path,
    text
      .replace(new RegExp(`(${old}[^}]*?unicode-range:)[^;]+`), `$1 ${characters}`)
      .replaceAll(new RegExp(old, 'g'), name),
  )
}
