import { describe, expect, test } from 'vitest'
import { type Box, nextBox } from '#src/lib/tv/spatial-navigation.ts'

const box = (left: number, top: number, width = 100, height = 150): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
/** Two rows of three cards, and a chip between them that is nearer than any neighbour. */
const page = [
  box(0, 0),
  box(120, 0),
  box(240, 0),
  box(0, 200),
  box(120, 200),
  box(240, 200),
  box(225, 160, 10, 20),
]
const at = (index: number) => page[index] as Box

describe('arrow keys move focus between rows and cards', () => {
  test('sideways to the neighbour in the row, never out of it', () => {
    expect(nextBox(page, at(1), 'ArrowRight')).toBe(2)
    expect(nextBox(page, at(1), 'ArrowLeft')).toBe(0)
    expect(nextBox(page, at(2), 'ArrowRight')).toBe(-1)
  })
  test('up and down to what lies nearest below or above', () => {
    const cards = page.slice(0, 6)
    expect(nextBox(cards, at(0), 'ArrowDown')).toBe(3)
    expect(nextBox(cards, at(5), 'ArrowUp')).toBe(2)
    expect(nextBox(cards, at(3), 'ArrowDown')).toBe(-1)
  })
  test('down from a wide thing to what is under its middle', () => {
    expect(nextBox(page.slice(0, 6), box(0, -60, 340, 40), 'ArrowDown')).toBe(1)
  })
})
