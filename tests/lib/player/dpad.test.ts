import { describe, expect, test } from 'vitest'
import { nextSpot, type Spot } from '#src/lib/player/dpad.ts'

/** Buttons of 40×40 at column and row of a grid of 50. */
function spot(item: string, column: number, line: number, row?: string): Spot<string> {
  const box = { left: column * 50, top: line * 50, right: column * 50 + 40, bottom: line * 50 + 40 }
  return { item, box, row }
}

const grid = [
  spot('a', 0, 0, 'r1'),
  spot('b', 1, 0, 'r1'),
  spot('c', 0, 1, 'r2'),
  spot('d', 1, 1, 'r2'),
]
const none = new Map<string, string>()
const from = (item: string) => grid.find(it => it.item === item) as Spot<string>

describe('the four arrows', () => {
  test('move the way that the eye sees, whatever the direction of the text', () => {
    expect(nextSpot(grid, from('a'), 'right', none)?.item).toBe('b')
    expect(nextSpot(grid, from('b'), 'left', none)?.item).toBe('a')
    expect(nextSpot(grid, from('b'), 'down', none)?.item).toBe('d')
    expect(nextSpot(grid, from('d'), 'up', none)?.item).toBe('b')
  })

  test('stay where nothing lies that way', () => {
    expect(nextSpot(grid, from('a'), 'left', none)).toBeNull()
    expect(nextSpot(grid, from('a'), 'up', none)).toBeNull()
  })

  test('the nearest in line comes before one that is nearer but aside', () => {
    const spots = [spot('me', 0, 0), spot('aside', 1, 2), spot('inLine', 3, 0)]
    expect(nextSpot(spots, spots[0] as Spot<string>, 'right', none)?.item).toBe('inLine')
  })

  test('coming back to a row goes to the one that was left there', () => {
    expect(nextSpot(grid, from('c'), 'up', new Map([['r1', 'b']]))?.item).toBe('b')
    expect(nextSpot(grid, from('c'), 'up', new Map([['r1', 'gone']]))?.item).toBe('a')
  })

  test('every place of a grid is reached from every other', () => {
    const directions = ['up', 'down', 'left', 'right'] as const
    const reached = new Set(['a'])
    for (const item of reached) {
      for (const direction of directions) {
        const next = nextSpot(grid, from(item), direction, none)
        if (next) reached.add(next.item)
      }
    }
    expect([...reached].sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('300 buttons take less than a frame', () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      spot(String(at), at % 20, Math.floor(at / 20)),
    )
    const began = performance.now()
    for (let turn = 0; turn < 20; turn++) nextSpot(many, many[150] as Spot<string>, 'down', none)
    expect((performance.now() - began) / 20).toBeLessThan(16)
  })
})
