import { runWorkerPool } from '../worker-pool.ts'
import { GatewayError } from './payments/gateway.ts'
import { type ProviderName, ProviderPaused, type Providers } from './providers.ts'

export type ProviderWork<T> = {
  /** Takes up to `limit` of what is due, so that no other node takes it. */
  claim: (limit: number) => Promise<T[]>
  work: (item: T) => Promise<void>
  /** Makes claimed items due again: their provider is not asked now. */
  giveBack: (items: T[]) => Promise<void>
  concurrency: number
  isOver: () => boolean
}

/**
 * Works through what is due at a provider, until nothing is left or its breaker opens. One that was out of order is tried
 * with a single item first.
 */
export async function workThrough<T>(
  providers: Providers,
  name: ProviderName,
  { claim, work, giveBack, concurrency, isOver }: ProviderWork<T>,
): Promise<void> {
  const attempt = async (item: T) => {
    try {
      await work(item)
    } catch (error) {
      if (!isPause(error)) throw error
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
    giveBack,
  })
}

/** Whether an error says that a provider was not asked. */
export function isPause(error: unknown): boolean {
  return (
    error instanceof ProviderPaused || (error instanceof GatewayError && error.kind === 'paused')
  )
}
