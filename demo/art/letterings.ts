/** The lettering of each title in each language, which pages show instead of a heading. */
import { LANGUAGES } from '#src/contract/languages.ts'
import { titles } from './catalogue.ts'
import type { Drawing } from './drawing.ts'
import { headingOf } from './lettering.ts'
import { directionOf } from './titles.ts'

const SIZE = { width: 820, height: 420 }

export function letteringDrawings(): Drawing[] {
  return titles.flatMap(title => {
    const { palette, lettering } = directionOf(title)
    return LANGUAGES.map(language => ({
      kind: 'lettering',
      name: `${title.external_id}-${language}`,
      ...SIZE,
      html: headingOf(title, language, palette, lettering),
    }))
  })
}
