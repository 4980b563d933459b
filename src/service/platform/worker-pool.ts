// Processes items with several workers.

export type PoolOptions<T> = {
  concurrency: number
  isOver?: () => boolean
  /** Called after each batch with an item for every worker: more items may be waiting. */
  onBacklog?: (() => Promise<void>) | undefined
  /** Gets the items that were fetched but not begun when `isOver` became true. */
  giveBack?: (items: T[]) => Promise<void>
}

/** Processes the items of `nextBatch`, a batch at a time, until it returns none or `isOver` returns true. */
export async function runWorkerPool<T>(
  nextBatch: () => Promise<T[]>,
  work: (item: T) => Promise<void>,
  { concurrency, isOver = () => false, onBacklog, giveBack }: PoolOptions<T>,
): Promise<void> {
  let waiting: T[] = []
  let filling: Promise<void> | null = null
  let isDry = false
  let calling: Promise<void> | undefined
  const refill = async () => {
    waiting = await nextBatch()
    isDry = waiting.length === 0
    filling = null
    if (waiting.length >= concurrency) calling = onBacklog?.()
  }
  const take = async (): Promise<T | undefined> => {
    while (waiting.length === 0 && !isDry && !isOver()) {
      filling ??= refill()
      await filling
    }
    return isOver() ? undefined : waiting.shift()
  }
  const worker = async () => {
    for (let item = await take(); item !== undefined; item = await take()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await calling
  if (waiting.length > 0) await giveBack?.(waiting)
}
