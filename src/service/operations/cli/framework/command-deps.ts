import type { Deps } from '../../../platform/deps.ts'
import type { Keyring } from '../../../platform/keys.ts'

/** The dependencies of the service that need no provider. */
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
