import { type PoolOptions, runWorkerPool } from '../worker-pool.ts'
import { GatewayError } from './payments/gateway.ts'
import { type ProviderName, ProviderPaused, type Providers } from './providers.ts'

export type ProviderWork<T> = {
  /** Claims up to `limit` due items, so that no other node takes them. */
  claim: (limit: number) => Promise<T[]>
  work: (item: T) => Promise<void>
  /** Makes claimed items due again, since their provider cannot be asked now. */
  giveBack: (items: T[]) => Promise<void>
  concurrency: number
  isOver: () => boolean
} & Pick<PoolOptions<T>, 'onBacklog'>

/**
 * Processes due items of a provider until none are left or its breaker opens. If the provider was out of order, a single
 * item is tried first.
 */
export async function processDueItems<T>(
  providers: Providers,
  name: ProviderName,
  { claim, work, giveBack, concurrency, isOver, onBacklog }: ProviderWork<T>,
): Promise<void> {
  const attempt = async (item: T) => {
    try {
      await work(item)
    } catch (error) {
      if (!isProviderPause(error)) throw error
      await giveBack([item])
    }
  }
  const isStopped = () => isOver() || providers.isPaused(name)
  if (!providers.isClosed(name)) {
    const [first] = isStopped() ? [] : await claim(1)
    if (first !== undefined) await attempt(first)
    if (!providers.isClosed(name)) return
  }
  await runWorkerPool(() => claim(concurrency), attempt, {
    concurrency,
    isOver: isStopped,
    onBacklog,
    giveBack,
  })
}

/** True if the error means that the provider was not asked. */
export function isProviderPause(error: unknown): boolean {
  return (
    error instanceof ProviderPaused || (error instanceof GatewayError && error.kind === 'paused')
  )
}
