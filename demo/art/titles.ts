import { audioBooks } from '#src/service/demo/audio.ts'
import { titleDrafts } from '#src/service/demo/catalogue.ts'
import { bundles, live } from '#src/service/demo/collections.ts'
import type { TitleDraft } from '#src/service/demo/draft.ts'
import { seriesDrafts } from '#src/service/demo/series.ts'
import { directions } from './directions.ts'
import type { Drawing } from './drawing.ts'
import { letteringOf } from './lettering.ts'
import { drawScene } from './scene.ts'

const kinds = new Map<string, string>([
  ...seriesDrafts.map(draft => [draft.id, 'series'] as const),
  ...audioBooks.map(draft => [draft.id, 'book'] as const),
  ...bundles.map(draft => [draft.id, 'bundle'] as const),
  ...live.map(draft => [draft.id, 'live'] as const),
])

const FOCUS = { top: 738, bottom: 545, middle: 700 } as const

function directionOf(draft: TitleDraft) {
  const found = directions.get(draft.id)
  if (!found) throw new Error(`no direction for ${draft.id}`)
  return found
}

function poster(draft: TitleDraft): Drawing {
  const { palette, lettering, scene } = directionOf(draft)
  const ground = FOCUS[lettering[0] as keyof typeof FOCUS]
  const drawn = drawScene(draft.id, palette, scene, { width: 600, centre: 300, ground })
  const letters = letteringOf(draft, kinds.get(draft.id) ?? 'film', palette, lettering)
  return {
    kind: 'poster',
    name: draft.id,
    width: 600,
    height: 900,
    html: `<svg viewBox="0 0 600 900">${drawn}</svg>${letters}`,
  }
}

/** Without type, the focus near the middle, so that both edges stay calm for what is set over them. */
function backdrop(draft: TitleDraft): Drawing {
  const { palette, scene } = directionOf(draft)
  const drawn = drawScene(draft.id, palette, scene, { width: 1600, centre: 800, ground: 740 })
  return {
    kind: 'backdrop',
    name: draft.id,
    width: 1920,
    height: 1080,
    html: `<svg viewBox="120 100 1360 765">${drawn}</svg>`,
  }
}

export function titleDrawings(): Drawing[] {
  const drafts = titleDrafts()
  return [...drafts.map(poster), ...drafts.map(backdrop)]
}
