// Draws the pictures of the demo catalogue into demo/pictures, but only those that have changed: `npm run art`. With `-- --check`
// it only reports how many it would draw, and fails if there are any.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEasel } from './browser.ts'
import type { Drawing } from './drawing.ts'
import { colourOf, encode, encodeLettering, rasterise } from './encode.ts'
import { letteringDrawings } from './letterings.ts'
import { fit, headingStyles, posterStyles } from './lettering.ts'
import { portraitDrawings } from './people.ts'
import { stillDrawings } from './stills.ts'
import { tileDrawings } from './tiles.ts'
import { type Card, drawCards, dueCards } from './title-cards.ts'
import { titleDrawings } from './titles.ts'

type Manifest = Record<string, { path: string; color: string }>

const folder = new URL('../pictures/', import.meta.url).pathname
const list = join(folder, 'manifest.json')

function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(list, 'utf8')) as Manifest
  } catch {
    return {}
  }
}

function pathOf({ kind, name, html, width }: Drawing): string {
  const set = { poster: posterStyles + fit, lettering: posterStyles + headingStyles + fit }
  const source = `${html}${width}${kind === 'poster' || kind === 'lettering' ? set[kind] : ''}`
  return `${kind}/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}`
}

/** The size of a lettering, which is known once it is drawn. */
const SIZE = /-\d+x\d+$/

function keepManifest(manifest: Manifest): void {
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(list, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Deletes the files of pictures that are no longer drawn. */
function sweep(manifest: Manifest): void {
  const kept = new Set(Object.values(manifest).map(each => each.path))
  for (const kind of readdirSync(folder, { withFileTypes: true })) {
    if (!kind.isDirectory()) continue
    for (const file of readdirSync(join(folder, kind.name))) {
      const base = `${kind.name}/${file.replace(/-\d+\.(avif|webp)$/, '')}`
      if (!kept.has(base)) rmSync(join(folder, kind.name, file))
    }
  }
}

/** True if the picture needs typefaces, which only the browser sets. */
const hasLetters = ({ kind, html }: Drawing) =>
  kind === 'poster' || kind === 'lettering' || html.includes('<text')

async function draw(drawings: Drawing[]): Promise<void> {
  const before = readManifest()
  const manifest: Manifest = {}
  const due: Drawing[] = []
  for (const drawing of drawings) {
    const key = `${drawing.kind}/${drawing.name}`
    const known = before[key]
    if (known?.path.replace(SIZE, '') === pathOf(drawing)) manifest[key] = known
    else due.push(drawing)
  }
  const cards = dueCards()
  console.log(`${drawings.length} pictures, ${due.length + cards.length} to draw`)
  if (process.argv.includes('--check')) return check(due, cards)
  const easel = due.some(hasLetters) || cards.length > 0 ? await openEasel(fit) : undefined
  if (easel && cards.length > 0) await drawCards(easel, cards)
  let bytes = 0
  for (const [at, drawing] of due.entries()) {
    const png = easel && hasLetters(drawing) ? await easel.shoot(drawing.html, { ...drawing, isTransparent: drawing.kind === 'lettering' }) : await rasterise(drawing)
    const { kind } = drawing
    let path = pathOf(drawing)
    if (kind === 'lettering') {
      const { size, written } = await encodeLettering(png, join(folder, path))
      path += size
      bytes += written
    } else bytes += await encode(png, { ...drawing, kind }, join(folder, path))
    manifest[`${drawing.kind}/${drawing.name}`] = { path, color: await colourOf(png) }
    keepManifest({ ...before, ...manifest })
    progress(at + 1, due.length, path, bytes)
  }
  await easel?.close()
  keepManifest(manifest)
  sweep(manifest)
}

function check(due: Drawing[], cards: Card[]): void {
  for (const { kind, name } of due) console.log(`${kind}/${name}`)
  for (const { name } of cards) console.log(`card/${name}`)
  process.exitCode = due.length + cards.length > 0 ? 1 : 0
}

function progress(done: number, all: number, path: string, bytes: number): void {
  const line = `${done}/${all}  ${(bytes / 1e6).toFixed(2)} MB  ${path}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line.padEnd(90)}${done === all ? '\n' : ''}`)
  else if (done % 25 === 0 || done === all) console.log(line)
}

await draw([
  ...titleDrawings(),
  ...stillDrawings(),
  ...portraitDrawings(),
  ...tileDrawings(),
  ...letteringDrawings(),
])
