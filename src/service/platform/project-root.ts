/** The folder of the project, found by walking up from this file, which may have been bundled to another place. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const PROJECT_ROOT = nearestPackage(import.meta.dirname)

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error(`There is no package.json above ${import.meta.dirname}`)
  return nearestPackage(above)
}
