import type { Random } from './random.ts'

/**
 * Returns the pause in milliseconds before the next attempt. It doubles each time, from `first` up to `longest`, and varies by up to a
 * quarter, so that messages that failed together are not tried together.
 * @param attempts number of attempts so far, at least 1
 */
export function retryPause(
  { random }: { random: Random },
  attempts: number,
  { first, longest }: { first: number; longest: number },
): number {
  const pause = Math.min(first * 2 ** (attempts - 1), longest)
  const [drawn = 0] = random.bytes(1)
  return pause * (0.75 + (drawn / 255) * 0.5)
}
