/** The fixed list of mutants: faults that a careless engineer could make, and that the tests must notice. */
import { accessMutants } from './areas/access.ts'
import { checkoutMutants } from './areas/checkout.ts'
import { directDebitMutants } from './areas/direct-debit.ts'
import { httpMutants } from './areas/http.ts'
import { playerMutants } from './areas/player.ts'
import { sessionMutants } from './areas/session.ts'

export type Mutant = {
  id: string
  /** The source file, from the root of the project. */
  file: string
  /** The text to replace. It occurs once in the file. */
  find: string
  replace: string
  /** A sentence about the resulting fault. */
  breaks: string
  /** Folders below `tests` whose tests could notice it. */
  tests: readonly string[]
  /** Parts of the paths of the test files that are most likely to notice it. These run first. */
  likely: readonly string[]
}
export type ListedMutant = Mutant & { area: string }

const AREAS: Readonly<Record<string, readonly Mutant[]>> = {
  access: accessMutants,
  checkout: checkoutMutants,
  'direct debit': directDebitMutants,
  session: sessionMutants,
  http: httpMutants,
  player: playerMutants,
}

export const MUTANTS: readonly ListedMutant[] = Object.entries(AREAS).flatMap(([area, mutants]) =>
  mutants.map(mutant => ({ area, ...mutant })),
)
