import type { SeriesDraft } from './draft.ts'
import { comedySeries } from './series/comedy.ts'
import { crimeSeries } from './series/crime.ts'
import { documentarySeries } from './series/documentary.ts'
import { dramaSeries } from './series/drama.ts'
import { fantasticSeries } from './series/fantastic.ts'
import { historySeries } from './series/history.ts'
import { kidsSeries } from './series/kids.ts'
import { moreSeries } from './series/more.ts'

export const seriesDrafts: SeriesDraft[] = [
  ...dramaSeries,
  ...crimeSeries,
  ...comedySeries,
  ...fantasticSeries,
  ...historySeries,
  ...documentarySeries,
  ...kidsSeries,
  ...moreSeries,
]
