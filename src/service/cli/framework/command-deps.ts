import type { Deps } from '../../deps.ts'
import type { Keyring } from '../../keys.ts'

/** The part of the service's dependencies that needs no provider. */
export type CommandDeps = Pick<
  Deps,
  | 'env'
  | 'db'
  | 'now'
  | 'databaseNow'
  | 'random'
  | keyof Keyring
  | 'invalidate'
  | 'selfOrigin'
  | 'log'
>
