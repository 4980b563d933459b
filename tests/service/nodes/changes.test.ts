import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#src/service/log.ts'
import { createChangeFeed } from '#src/service/nodes/change-feed.ts'
import { CUT_OFF_MS, createChangeReceiver } from '#src/service/nodes/change-receiver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function receiver() {
  const heard: string[][] = []
  const connections: boolean[] = []
  const { accept } = createChangeReceiver({
    onTags: tags => heard.push(tags),
    onConnection: isConnected => connections.push(isConnected),
    log: createLog('silent'),
    registry: new Registry(),
  })
  return { heard, connections, accept }
}
/** A feed whose lines a network may lose. */
function source(accept: (line: string) => void) {
  const feed = createChangeFeed()
  let isCut = false
  feed.subscribe(line => void (isCut || accept(line)))
  const cut = (next: boolean) => {
    isCut = next
  }
  return { ...feed, cut }
}

test('a change is told once, however many nodes and ways it comes by', () => {
  const { heard, accept } = receiver()
  const [one, other] = [source(accept), source(accept)]
  one.subscribe(accept)
  one.beat()
  other.beat()
  heard.length = 0
  for (const each of [one, other]) each.publish(['home', 'change:1'])
  one.publish(['*', 'change:2'])
  expect(heard).toEqual([['home'], ['*']])
})

test('a missing change makes all pages out of date, by the next heartbeat or change', () => {
  for (const next of ['beat', 'publish'] as const) {
    const { heard, accept } = receiver()
    const node = source(accept)
    node.beat()
    heard.length = 0
    node.cut(true)
    node.publish(['home'])
    node.cut(false)
    if (next === 'beat') node.beat()
    else node.publish(['artist:1'])
    expect(heard).toEqual([['*']])
    node.publish(['home'])
    expect(heard).toEqual([['*'], ['home']])
  }
})

test('a node that was cut off and missed nothing drops nothing', () => {
  const { heard, connections, accept } = receiver()
  const node = source(accept)
  node.beat()
  heard.length = 0
  node.cut(true)
  vi.advanceTimersByTime(CUT_OFF_MS + 1_000)
  expect(connections).toEqual([true, false])
  node.cut(false)
  node.beat()
  expect(connections).toEqual([true, false, true])
  expect(heard).toEqual([])
})

test('another service node is trusted to have missed nothing only while one was heard', () => {
  const { heard, accept } = receiver()
  const first = source(accept)
  first.beat()
  expect(heard).toEqual([['*']])
  source(accept).beat()
  source(accept).publish(['home'])
  expect(heard).toEqual([['*'], ['home']])
  vi.advanceTimersByTime(CUT_OFF_MS + 1_000)
  source(accept).beat()
  expect(heard).toEqual([['*'], ['home'], ['*']])
})

test.each(['', 'x', '{}', '[]', 'null', '{"from":1,"n":1}', '{"from":"a","n":1,"tags":[1]}'])(
  'a line that is none is ignored: %s',
  line => {
    const { heard, connections, accept } = receiver()
    accept(line)
    expect([heard, connections]).toEqual([[], []])
  },
)
