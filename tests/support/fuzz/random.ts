/** Random choices that a seed reproduces. */
export type Random = {
  whole: (below: number) => number
  chance: (part: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

/** FUZZ_SEED, which a failing run prints; random when unset. */
export function seedOfRun(): number {
  return Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
}

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    chance: part => next() < part,
    pick: from => from[whole(from.length)] as never,
  }
}
