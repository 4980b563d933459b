/** Draws the pictures of the product's own brand in brand/ from the curtain, and the avatar: `node scripts/icons.ts`. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { icoFile } from '#src/service/platform/brand/ico.ts'

const root = resolve(import.meta.dirname, '..')
const brandFile = (name: string) => join(root, 'brand', name)
const INK = '#0a0c13'

const CURTAIN = `
  <path d="M3 6.500C3 4.600 4.600 3 6.500 3H14v26H6.500A3.500 3.500 0 0 1 3 25.500z" fill="#d3274a"/>
  <path d="M18 3h7.500C27.400 3 29 4.600 29 6.500v19a3.500 3.500 0 0 1-3.500 3.500H18z" fill="#8d2240"/>
  <path d="M14 3h4c-1.600 8.500-1.600 17.500 0 26h-4c1.600-8.500 1.600-17.500 0-26z" fill="#f4b740"/>`
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${CURTAIN}</svg>\n`
const tile = (size: number, part: number) => {
  const scale = (size * part) / 32
  const edge = (size * (1 - part)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${INK}"/><g transform="translate(${edge} ${edge}) scale(${scale})">${CURTAIN}</g></svg>`
}
const avatar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="18" fill="#3a3f55"/><circle cx="18" cy="14" r="6.500" fill="#c9cddd"/><path d="M5.500 32a12.500 10.500 0 0 1 25 0A18 18 0 0 1 18 36 18 18 0 0 1 5.500 32z" fill="#c9cddd"/></svg>\n`
const social = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <defs>
    <linearGradient id="fold" x1="0" x2="1"><stop offset="0" stop-color="#4a1022"/><stop offset=".5" stop-color="#b02143"/><stop offset="1" stop-color="#5c1429"/></linearGradient>
    <radialGradient id="light" cx=".5" cy=".45" r=".62"><stop offset="0" stop-color="#2a2130"/><stop offset="1" stop-color="${INK}"/></radialGradient>
  </defs>
  <rect width="1200" height="630" fill="url(#light)"/>
  ${[0, 62, 124, 186, 952, 1014, 1076, 1138].map(x => `<rect x="${x}" width="62" height="630" fill="url(#fold)" opacity="${x < 600 ? 1 - x / 420 : 1 - (1138 - x) / 420}"/>`).join('')}
  <g transform="translate(528 112) scale(4.500)">${CURTAIN}</g>
  <text x="600" y="400" font-family="Vazirmatn" font-weight="800" font-size="120" fill="#f4f1ea" text-anchor="middle">پرده</text>
  <text x="600" y="490" font-family="Vazirmatn" font-weight="500" font-size="42" fill="#c9c6bf" text-anchor="middle">هر شب، یک پردهٔ تازه</text>
</svg>`

/** Prepares the font. The drawing library finds fonts only through fontconfig, which reads its settings when it loads. */
async function withFont(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'icons-'))
  const file = join(folder, 'fonts.conf')
  const fonts = join(root, 'node_modules/vazirmatn/fonts/ttf')
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = file
}

await withFont()
const { default: sharp } = await import('sharp')
const png = (svg: string) =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()

await writeFile(brandFile('icon.svg'), favicon)
await writeFile(join(root, 'public/avatar.svg'), avatar)
await writeFile(
  brandFile('favicon.ico'),
  icoFile(await sharp(Buffer.from(favicon), { density: 288 }).resize(32, 32).png().toBuffer(), 32),
)
await writeFile(brandFile('apple-touch-icon.png'), await png(tile(180, 0.62)))
await writeFile(brandFile('icon-192.png'), await png(tile(192, 0.62)))
await writeFile(brandFile('icon-512.png'), await png(tile(512, 0.62)))
await writeFile(
  brandFile('social.png'),
  await sharp(Buffer.from(social)).png({ compressionLevel: 9 }).toBuffer(),
)
