// Work done many at a time.

export type PoolOptions<T> = {
  concurrency: number
  isOver?: () => boolean
  /** Gets what was brought and not begun when the work was over. */
  giveBack?: (items: T[]) => Promise<void>
}

/** Takes what `nextBatch` brings, a batch at a time, until it brings nothing or `isOver` says so. */
export async function runWorkerPool<T>(
  nextBatch: () => Promise<T[]>,
  work: (item: T) => Promise<void>,
  { concurrency, isOver = () => false, giveBack }: PoolOptions<T>,
): Promise<void> {
  let waiting: T[] = []
  let filling: Promise<void> | null = null
  let isDry = false
  const refill = async () => {
    waiting = await nextBatch()
    isDry = waiting.length === 0
    filling = null
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
  if (waiting.length > 0) await giveBack?.(waiting)
}
