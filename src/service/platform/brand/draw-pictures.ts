/** Draws the pictures of a brand from its icon.svg: icons of tabs and home screens, and the picture of shared links. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { escapeXml } from '#src/lib/text/xml.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { icoFile } from './ico.ts'
import { BRAND_ICON, DRAWN_PICTURES } from './pictures.ts'
import type { Brand } from './read-brand.ts'

const FONTS = join(PROJECT_ROOT, 'node_modules/vazirmatn/fonts/ttf')
/** Share of a square that phones always show, whatever shape they cut out. The rest is background. */
const SAFE_PART = 0.62
const SOCIAL = { width: 1200, height: 630, icon: 200 }

/** @returns the bytes of each picture, by file name */
export async function drawPictures(brand: Brand): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'brand-'))
  try {
    await setFont(folder)
    const { default: sharp } = await import('sharp')
    const icon = readFileSync(brand.pictures.get(BRAND_ICON) as string)
    const iconOf = (size: number) =>
      sharp(icon, { density: 288 })
        .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer()
    const onGround = async (size: number) => {
      const inner = await iconOf(Math.round(size * SAFE_PART))
      return sharp({
        create: { width: size, height: size, channels: 4, background: brand.colours.dark.bg },
      })
        .composite([{ input: inner }])
        .png({ compressionLevel: 9, palette: true })
        .toBuffer()
    }
    const pictures = new Map<string, Buffer>()
    for (const [name, size] of Object.entries(DRAWN_PICTURES))
      if (name.endsWith('.ico')) pictures.set(name, icoFile(await iconOf(size), size))
      else if (name !== 'social.png') pictures.set(name, await onGround(size))
    const social = await sharp(Buffer.from(socialSvg(brand)))
      .composite([
        {
          input: await iconOf(SOCIAL.icon),
          top: 90,
          left: (SOCIAL.width - SOCIAL.icon) / 2,
        },
      ])
      .png({ compressionLevel: 9 })
      .toBuffer()
    return pictures.set('social.png', social)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Sets the font through fontconfig, the only way for the drawing library. It reads these settings when it loads. */
async function setFont(folder: string): Promise<void> {
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${FONTS}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = file
}

function socialSvg({ name, slogan, colours: { dark } }: Brand): string {
  const words = (y: number, size: number, weight: number, fill: string, text: string) =>
    `<text x="600" y="${y}" font-family="Vazirmatn" font-weight="${weight}" font-size="${size}" fill="${fill}" text-anchor="middle">${escapeXml(text)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL.width}" height="${SOCIAL.height}"><rect width="100%" height="100%" fill="${dark.bg}"/>${words(420, 110, 800, dark.text, name[DEFAULT_LANGUAGE])}${words(510, 42, 500, dark.muted, slogan[DEFAULT_LANGUAGE])}</svg>`
}
