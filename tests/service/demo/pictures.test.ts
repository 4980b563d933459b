import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { PICTURES, type PictureKind } from '#src/contract/limits.ts'
import { GENRES } from '#src/service/import/built-in-categories.ts'
import { demoRecords } from '#tests/support/demo-catalogue.ts'

const folder = resolve(import.meta.dirname, '../../../demo/pictures')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
  string,
  { path: string; color: string }
>
const expected = Object.entries(manifest).flatMap(([name, { path }]) => {
  const { avif, webp } = PICTURES[name.split('/')[0] as PictureKind]
  return [
    ...avif.map(width => `${path}-${width}.avif`),
    ...webp.map(width => `${path}-${width}.webp`),
  ]
})

it('has every width of every picture of its list, and a colour that stands in for it', () => {
  expect(expected.filter(file => !existsSync(join(folder, file)))).toEqual([])
  for (const { color } of Object.values(manifest)) expect(color).toMatch(/^#[0-9a-f]{6}$/)
})

it('has a picture for every artist and title that names one, and for every genre', async () => {
  const named = (await demoRecords()).flatMap(record => {
    if (record.kind === 'artist') return [record.image]
    return record.kind === 'title' ? [record.poster, record.backdrop] : []
  })
  const tiles = GENRES.map(genre => `demo:tile/${genre}`)
  for (const reference of [...named, ...tiles]) {
    expect(manifest[String(reference).replace('demo:', '')], String(reference)).toBeDefined()
  }
})

it('weighs no more than 12 MB and holds nothing that is not in its list', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'manifest.json')
    .map(entry => join(entry.parentPath, entry.name))
  expect(files.map(file => file.slice(folder.length + 1)).sort()).toEqual([...expected].sort())
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThanOrEqual(12 * 1024 * 1024)
})
