/**
 * A set of positive integers below 2 ** 53 in one typed array with open addressing. It needs 11 to 22 bytes per number,
 * a Set about 50.
 */
const FIRST_SLOTS = 1_024
/** Share of used slots above which the array is doubled. */
const LOAD = 0.75

type NumberSet = { has: (value: number) => boolean; add: (value: number) => void }

export function createNumberSet(): NumberSet {
  let slots = new Float64Array(FIRST_SLOTS)
  let size = 0

  /** Returns the slot of a value, or the free slot for it. 0 marks a free slot, so values are stored plus one. */
  function slotOf(stored: number): number {
    const mask = slots.length - 1
    // The values are hashes, so their low bits are evenly distributed.
    let slot = (stored % 0x1_0000_0000) & mask
    while (slots[slot] !== 0 && slots[slot] !== stored) slot = (slot + 1) & mask
    return slot
  }

  function grow(): void {
    const old = slots
    slots = new Float64Array(old.length * 2)
    for (const stored of old) if (stored !== 0) slots[slotOf(stored)] = stored
  }

  return {
    has: value => slots[slotOf(value + 1)] !== 0,
    add: value => {
      const stored = value + 1
      const slot = slotOf(stored)
      if (slots[slot] !== 0) return
      slots[slot] = stored
      if (++size > slots.length * LOAD) grow()
    },
  }
}
