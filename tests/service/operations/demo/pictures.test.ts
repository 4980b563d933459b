import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { LETTERING_BOX, PICTURES, type PictureKind } from '#src/contract/limits.ts'
import { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'
import { demoRecords } from '#tests/support/demo-catalogue.ts'

const folder = resolve(import.meta.dirname, '../../../../demo/pictures')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
  string,
  { path: string; color: string }
>
const expected = Object.entries(manifest).flatMap(([name, { path }]) => {
  const [kind] = name.split('/')
  if (kind === 'lettering') return [`${path}-${LETTERING_BOX.width}.webp`]
  const { avif, webp } = PICTURES[kind as PictureKind]
  return [
    ...avif.map(width => `${path}-${width}.avif`),
    ...webp.map(width => `${path}-${width}.webp`),
  ]
})

it('have every width of every picture in the list, and a placeholder colour', () => {
  expect(expected.filter(file => !existsSync(join(folder, file)))).toEqual([])
  for (const { color } of Object.values(manifest)) expect(color).toMatch(/^#[0-9a-f]{6}$/)
})

it('have a picture for every artist, title and episode that names one, and for every genre', async () => {
  const named = (await demoRecords()).flatMap(record => {
    if (record.kind === 'artist') return [record.image]
    if (record.kind !== 'title') return []
    const episodes = (record.seasons ?? []).flatMap(season => season.episodes)
    return [
      record.poster,
      record.backdrop,
      ...Object.values(record.lettering ?? {}),
      ...episodes.map(({ backdrop }) => backdrop),
    ]
  })
  const tiles = GENRES.map(genre => `demo:tile/${genre}`)
  for (const reference of [...named, ...tiles]) {
    expect(manifest[String(reference).replace('demo:', '')], String(reference)).toBeDefined()
  }
})

it('weigh at most 19 MB and include only files in the list', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'manifest.json')
    .map(entry => join(entry.parentPath, entry.name))
  expect(files.map(file => file.slice(folder.length + 1)).sort()).toEqual([...expected].sort())
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThanOrEqual(19 * 1024 * 1024)
})
