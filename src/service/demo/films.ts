import type { FilmDraft } from './draft.ts'
import { adventure } from './films/adventure.ts'
import { comedy } from './films/comedy.ts'
import { crime } from './films/crime.ts'
import { documentary } from './films/documentary.ts'
import { drama } from './films/drama.ts'
import { history } from './films/history.ts'
import { horror } from './films/horror.ts'
import { kids } from './films/kids.ts'
import { romance } from './films/romance.ts'
import { scifi } from './films/scifi.ts'

export const films: FilmDraft[] = [
  ...drama,
  ...comedy,
  ...crime,
  ...romance,
  ...scifi,
  ...horror,
  ...history,
  ...documentary,
  ...kids,
  ...adventure,
]
