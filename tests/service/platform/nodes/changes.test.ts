import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#src/service/platform/log.ts'
import { createChangeFeed } from '#src/service/platform/nodes/change-feed.ts'
import { CUT_OFF_MS, createChangeReceiver } from '#src/service/platform/nodes/change-receiver.ts'

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
    onMissed: () => heard.push(['missed']),
    onConnection: isConnected => connections.push(isConnected),
    log: createLog('silent'),
    registry: new Registry(),
  })
  return { heard, connections, accept }
}
/** A feed whose lines the network may lose. */
function source(accept: (line: string) => void) {
  const feed = createChangeFeed()
  let isCut = false
  feed.subscribe(line => void (isCut || accept(line)))
  const cut = (next: boolean) => {
    isCut = next
  }
  return { ...feed, cut }
}

test('a change is reported once, however many nodes and ways it comes by', () => {
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

test('a missing change is reported as missed, by the next heartbeat or change', () => {
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
    expect(heard).toEqual([['missed']])
    node.publish(['home'])
    expect(heard).toEqual([['missed'], ['home']])
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

test('a node that may have missed changes passes that on, once over all ways', () => {
  const { heard, connections, accept } = receiver()
  const node = source(accept)
  node.subscribe(accept)
  node.beat()
  heard.length = 0
  node.miss()
  expect(heard).toEqual([['missed']])
  node.publish(['home'])
  expect(heard).toEqual([['missed'], ['home']])
  expect(connections).toEqual([true])
})

test('another service node is trusted to have missed nothing only while one was heard', () => {
  const { heard, accept } = receiver()
  const first = source(accept)
  first.beat()
  expect(heard).toEqual([['missed']])
  source(accept).beat()
  source(accept).publish(['home'])
  expect(heard).toEqual([['missed'], ['home']])
  vi.advanceTimersByTime(CUT_OFF_MS + 1_000)
  source(accept).beat()
  expect(heard).toEqual([['missed'], ['home'], ['missed']])
})

test.each(['', 'x', '{}', '[]', 'null', '{"from":1,"n":1}', '{"from":"a","n":1,"tags":[1]}'])(
  'an invalid line is ignored: %s',
  line => {
    const { heard, connections, accept } = receiver()
    accept(line)
    expect([heard, connections]).toEqual([[], []])
  },
)
