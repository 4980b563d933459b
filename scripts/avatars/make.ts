// Draws the avatars into public/avatars, in the sizes of contract/limits.ts: node scripts/avatars/make.ts
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { PICTURES } from '#src/contract/limits.ts'
import { drawings } from './draw.ts'

const FOLDER = resolve(import.meta.dirname, '../../public/avatars')
const QUALITY = { avif: { quality: 62, effort: 7 }, webp: { quality: 82, effort: 6 } } as const

await mkdir(FOLDER, { recursive: true })
for (const [id, svg] of Object.entries(drawings)) {
  for (const format of ['avif', 'webp'] as const) {
    for (const width of PICTURES.avatar[format]) {
      const image = sharp(Buffer.from(svg), { density: 300 }).resize(width, width)
      const bytes = await image[format](QUALITY[format]).toBuffer()
      await writeFile(resolve(FOLDER, `${id}-${width}.${format}`), bytes)
    }
  }
}
