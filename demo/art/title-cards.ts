/** The lettering of each title on its own, without a background. Reels show it over their first shot. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { ImportTitle } from '#src/contract/import.ts'
import type { Easel } from './browser.ts'
import { kindOf, titles } from './catalogue.ts'
import { cardOf, endCard, fit, posterStyles } from './lettering.ts'
import { directionOf } from './titles.ts'

const FOLDER = fileURLToPath(new URL('../reels/cards', import.meta.url))
const LIST = join(FOLDER, 'list.json')
const WIDTH = 620
const HEIGHT = 330

export interface Card {
  name: string
  html: string
}

export function cardFile(title: Pick<ImportTitle, 'external_id'>): string {
  return join(FOLDER, `${title.external_id}.webp`)
}

function cards(): Card[] {
  const played = titles.filter(title => ['film', 'series'].includes(kindOf(title)))
  return [
    ...played.map(title => {
      const { palette, lettering } = directionOf(title)
      return { name: title.external_id, html: cardOf(title, palette, lettering) }
    }),
    { name: 'end', html: endCard() },
  ]
}

const stampOf = ({ html }: Card) =>
  createHash('sha256').update(`${html}${posterStyles}${fit}`).digest('hex').slice(0, 8)

function readList(): Record<string, string> {
  return existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, string>) : {}
}

/** Returns the cards whose file is missing or was drawn from other texts. */
export function dueCards(): Card[] {
  const list = readList()
  return cards().filter(card => list[card.name] !== stampOf(card))
}

export async function drawCards(easel: Easel, due: readonly Card[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const list = readList()
  for (const card of due) {
    const png = await easel.shoot(card.html, { width: WIDTH, height: HEIGHT, isTransparent: true })
    const lettering = await sharp(png)
      .trim({ threshold: 0 })
      .webp({ quality: 60, alphaQuality: 40, effort: 6 })
      .toBuffer()
    writeFileSync(cardFile({ external_id: card.name }), lettering)
    list[card.name] = stampOf(card)
  }
  const names = new Set(cards().map(({ name }) => name))
  for (const file of readdirSync(FOLDER))
    if (file.endsWith('.webp') && !names.has(file.slice(0, -5))) rmSync(join(FOLDER, file))
  const sorted = Object.entries(list)
    .filter(([name]) => names.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
