/** Random choices that a seed reproduces. */
export type Random = {
  whole: (below: number) => number
  chance: (part: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

/** Returns FUZZ_SEED, which a failing run prints, or a random seed if it is unset. */
export function seedOfRun(): number {
  return Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
}

/** Returns a generator of numbers from 0 to below 1, which are the same for the same seed. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed)
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    chance: part => next() < part,
    pick: from => from[whole(from.length)] as never,
  }
}
