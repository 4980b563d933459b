import type { ImportTitle } from '#src/contract/import.ts'
import { titles } from './catalogue.ts'
import { directions } from './directions.ts'
import type { Drawing } from './drawing.ts'
import { letteringOf } from './lettering.ts'
import { drawScene } from './scene.ts'

const FOCUS = { top: 738, bottom: 545, middle: 700 } as const

export function directionOf(title: ImportTitle) {
  const found = directions.get(title.external_id)
  if (!found) throw new Error(`no direction for ${title.external_id}`)
  return found
}

function poster(title: ImportTitle): Drawing {
  const { palette, lettering, scene } = directionOf(title)
  const ground = FOCUS[lettering[0] as keyof typeof FOCUS]
  const drawn = drawScene(title.external_id, palette, scene, { width: 600, centre: 300, ground })
  const letters = letteringOf(title, palette, lettering)
  return {
    kind: 'poster',
    name: title.external_id,
    width: 600,
    height: 900,
    html: `<svg viewBox="0 0 600 900">${drawn}</svg>${letters}`,
  }
}

/** Lifts the shadows and keeps black and white: backdrops are about a fifth brighter than posters. */
const LIT =
  '<filter id="lit" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feComponentTransfer><feFuncR type="gamma" exponent=".82"/><feFuncG type="gamma" exponent=".82"/><feFuncB type="gamma" exponent=".82"/></feComponentTransfer></filter>'

/** The shape of a backdrop: its subject is in the left third, because the text of a Persian page is on the right. */
export const BACKDROP = { width: 1600, centre: 545, ground: 740 }

/** Draws a backdrop without lettering. An English page mirrors it. */
function backdrop(title: ImportTitle): Drawing {
  const { palette, scene } = directionOf(title)
  const drawn = drawScene(title.external_id, palette, scene, BACKDROP)
  return {
    kind: 'backdrop',
    name: title.external_id,
    width: 1920,
    height: 1080,
    html: `<svg viewBox="120 100 1360 765">${LIT}<g filter="url(#lit)">${drawn}</g></svg>`,
  }
}

export function titleDrawings(): Drawing[] {
  return [...titles.map(poster), ...titles.map(backdrop)]
}
