import { EventEmitter } from 'node:events'
import Hls from 'hls.js'
import { beforeEach, expect, test } from 'vitest'
import { createLevelSwitch } from '#src/lib/player/hls-quality.ts'

/** hls.js as it behaves at a choice: `isComplete` says whether it can discard the next segment. */
class Levels extends EventEmitter {
  currentLevel = 2
  chosen: number[] = []
  isComplete = false
  get nextLevel() {
    return this.chosen.at(-1) ?? -1
  }
  set nextLevel(level: number) {
    this.chosen.push(level)
    if (this.isComplete) this.emit(Hls.Events.BUFFER_FLUSHING)
  }
}

let levels: Levels
let choose: (level: number) => void
beforeEach(() => {
  levels = new Levels()
  choose = createLevelSwitch(Hls, levels as never)
})
const nextSegment = (level: number) => {
  levels.currentLevel = level
  levels.emit(Hls.Events.FRAG_CHANGED)
}

test('a choice that discards the buffer is made once', () => {
  levels.isComplete = true
  choose(0)
  nextSegment(2)
  nextSegment(2)
  expect(levels.chosen).toEqual([0])
})

test('a choice that discards nothing is repeated with each segment until it does', () => {
  choose(0)
  nextSegment(2)
  levels.isComplete = true
  nextSegment(2)
  nextSegment(2)
  expect(levels.chosen).toEqual([0, 0, 0])
})

test('a choice is over when its level plays', () => {
  choose(0)
  nextSegment(0)
  nextSegment(2)
  expect(levels.chosen).toEqual([0])
})

test('the automatic choice is not repeated, and ends a choice that waits', () => {
  choose(0)
  choose(-1)
  nextSegment(2)
  expect(levels.chosen).toEqual([0, -1])
})
