import type { Deps } from '../../deps.ts'

/** The part of the service's dependencies that needs no provider. */
export type CommandDeps = Pick<
  Deps,
  'env' | 'db' | 'now' | 'databaseNow' | 'random' | 'key' | 'invalidate' | 'selfOrigin' | 'log'
>
