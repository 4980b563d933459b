/** Lists all problems in the files of a brand at once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import { renderedTexts } from './page-brand.ts'
import { DRAWN_PICTURES } from './pictures.ts'
import { type Brand, brandFolder, DEFAULT_FOLDER, inspectBrand } from './read-brand.ts'

export type Check = { folder: string | null; problems: string[] }

/** @throws StartError if BRAND_DIR is not a folder */
export function checkBrand(env: Pick<Env, 'BRAND_DIR' | 'DATA_DIR'>): Check {
  const folder = brandFolder(env)
  const { brand, problems } = inspectBrand(folder)
  return {
    folder,
    problems: [...problems, ...renderedTexts(brand).problems, ...foreignPictures(brand)],
  }
}

/** Returns problems for pictures that still show the name or icon of Pardeh. */
function foreignPictures({ folder, name, pictures }: Brand): string[] {
  const original = inspectBrand(null).brand
  if (!folder || JSON.stringify(name) === JSON.stringify(original.name)) return []
  return ['icon.svg', ...Object.keys(DRAWN_PICTURES)].flatMap(each => {
    const file = pictures.get(each) ?? ''
    const isSame =
      file.startsWith(folder) && readFileSync(file).equals(readFileSync(join(DEFAULT_FOLDER, each)))
    return isSame ? [`${each} still shows the product's own icon`] : []
  })
}
