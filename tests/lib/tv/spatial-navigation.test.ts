import { describe, expect, test } from 'vitest'
import {
  type Box,
  type Direction,
  type FocusTarget,
  nextTarget,
} from '#src/lib/tv/spatial-navigation.ts'

const box = (left: number, top: number, width = 40, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** A button of 40 × 40 in a grid of 50. */
function target(item: string, column: number, line: number, row?: string): FocusTarget<string> {
  return { item, box: box(column * 50, line * 50), row }
}

const grid = [
  target('a', 0, 0, 'r1'),
  target('b', 1, 0, 'r1'),
  target('c', 0, 1, 'r2'),
  target('d', 1, 1, 'r2'),
]

function move(
  targets: FocusTarget<string>[],
  item: string,
  direction: Direction,
  lastOfRow?: Map<string, string>,
) {
  const from = targets.find(it => it.item === item) as FocusTarget<string>
  return nextTarget(targets, from, direction, lastOfRow)
}

describe('an arrow moves the focus', () => {
  test('in its direction on the screen', () => {
    expect(move(grid, 'a', 'right')).toBe('b')
    expect(move(grid, 'b', 'left')).toBe('a')
    expect(move(grid, 'b', 'down')).toBe('d')
    expect(move(grid, 'd', 'up')).toBe('b')
  })

  test('nowhere if there is no target in that direction', () => {
    expect(move(grid, 'a', 'left')).toBeNull()
    expect(move(grid, 'a', 'up')).toBeNull()
  })

  test('to every target of a grid', () => {
    const reached = new Set(['a'])
    for (const item of reached) {
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        const next = move(grid, item, direction)
        if (next) reached.add(next)
      }
    }
    expect([...reached].sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('sideways within the row only, past nearer targets in other rows', () => {
    const targets = [target('from', 0, 0), target('below', 1, 1), target('far', 3, 0)]
    expect(move(targets, 'from', 'right')).toBe('far')
    expect(move(targets, 'far', 'right')).toBeNull()
  })

  test('up and down to the nearest row, and there to the target straight ahead', () => {
    const cards = [0, 1, 2].flatMap(column => [
      target(`top${column}`, column, 0),
      target(`bottom${column}`, column, 4),
    ])
    expect(move(cards, 'top0', 'down')).toBe('bottom0')
    expect(move(cards, 'bottom2', 'up')).toBe('top2')
    expect(move(cards, 'bottom0', 'down')).toBeNull()
    const wide = { item: 'wide', box: box(0, -60, 140) }
    expect(move([...cards, wide], 'wide', 'down')).toBe('top1')
  })

  test('to a target as wide as its row from every position above or below', () => {
    const seekBar = { item: 'seek', box: box(0, 100, 1_000) }
    const targets = [target('left', 0, 0), seekBar, target('corner', 19, 3), target('right', 19, 0)]
    expect(move(targets, 'left', 'down')).toBe('seek')
    expect(move(targets, 'right', 'down')).toBe('seek')
  })

  test('across boxes that touch or overlap by a pixel', () => {
    const targets = [
      { item: 'first', box: box(0, 0) },
      { item: 'second', box: box(39, 0) },
    ]
    expect(move(targets, 'first', 'right')).toBe('second')
    expect(move(targets, 'second', 'left')).toBe('first')
  })

  test('past a fixed bar that covers a part of the page', () => {
    const targets: FocusTarget<string>[] = [
      target('card', 0, 0),
      target('below', 0, 3),
      { ...target('banner', 0, 2), edge: 'bottom' },
      { ...target('beside', 1, 0), edge: 'bottom' },
      { ...target('header', 0, 1), edge: 'top' },
    ]
    expect(move(targets, 'below', 'up')).toBe('header')
    expect(move(targets, 'card', 'down')).toBe('banner')
    expect(move(targets, 'card', 'right')).toBeNull()
    expect(move(targets, 'header', 'up')).toBeNull()
    expect(move(targets, 'banner', 'down')).toBeNull()
    expect(move(targets, 'banner', 'up')).toBe('header')
  })

  test('from a given box if nothing has focus', () => {
    expect(nextTarget(grid, { item: null, box: box(47, -10, 0, 0) }, 'down')).toBe('b')
  })
})

describe('a row', () => {
  test('is entered at the target that was last used in it', () => {
    expect(move(grid, 'c', 'up', new Map([['r1', 'b']]))).toBe('b')
  })

  test('is entered at the nearest target if the last one was removed', () => {
    expect(move(grid, 'c', 'up', new Map([['r1', 'gone']]))).toBe('a')
  })

  test('is not re-entered by moving inside it', () => {
    const column = grid.map(it => ({ ...it, row: 'one' }))
    expect(move(column, 'a', 'down', new Map([['one', 'd']]))).toBe('c')
  })
})

test('a move reads the box of each of 300 targets once, so that it fits into a frame', () => {
  let reads = 0
  const many = Array.from({ length: 300 }, (_, at) => {
    const { box, ...rest } = target(String(at), at % 20, Math.floor(at / 20))
    return Object.defineProperty({ ...rest, box }, 'box', {
      get: () => {
        reads++
        return box
      },
    })
  })
  const from = { item: '150', box: many[150]?.box ?? box(0, 0, 0, 0) }
  reads = 0
  expect(nextTarget(many, from, 'down')).toBe('170')
  expect(reads).toBe(299)
})
