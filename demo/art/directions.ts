import { filmDirections } from './directions/films.ts'
import { seriesDirections } from './directions/series.ts'

export interface Direction {
  palette: string
  /** Position, typeface and effects of the title. */
  lettering: string[]
  scene: string
}

export const directions: ReadonlyMap<string, Direction> = new Map(
  `${filmDirections}\n${seriesDirections}`
    .split('\n')
    .filter(row => row.trim() !== '')
    .map(row => {
      const [id = '', palette = '', lettering = '', scene = ''] = row
        .split('|')
        .map(cell => cell.trim())
      return [id, { palette, lettering: lettering.split(' '), scene }]
    }),
)
