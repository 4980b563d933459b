import { expect, test } from 'vitest'
import { parseRedisUrl } from '#src/service/platform/nodes/redis-url.ts'

const host = (name: string, port: number) => ({ host: name, port })

test('REDIS_URL names a server, its user, database and TLS', () => {
  expect(parseRedisUrl('redis://cache')).toMatchObject({
    kind: 'server',
    isTls: false,
    hosts: [host('cache', 6379)],
    database: 0,
  })
  expect(parseRedisUrl('rediss://user:p%40ss:word@[::1]:7000/3')).toMatchObject({
    isTls: true,
    hosts: [host('::1', 7000)],
    username: 'user',
    password: 'p@ss:word',
    database: 3,
  })
})

test('REDIS_URL names Sentinels and the primary that they watch', () => {
  const url = 'rediss+sentinel://:secret@one,two:27000/primary/2?sentinelPassword=other'
  expect(parseRedisUrl(url)).toMatchObject({
    kind: 'sentinel',
    isTls: true,
    hosts: [host('one', 26379), host('two', 27000)],
    username: undefined,
    password: 'secret',
    primary: 'primary',
    database: 2,
    sentinelPassword: 'other',
  })
})

test('REDIS_URL names nodes of a cluster', () => {
  expect(parseRedisUrl('redis+cluster://one:7000,two:7001')).toMatchObject({
    kind: 'cluster',
    hosts: [host('one', 7000), host('two', 7001)],
  })
})

test.each([
  'http://cache',
  'redis://',
  'redis://one,two',
  'redis://one:99999',
  'redis://one/two',
  'redis+sentinel://one',
  'redis+cluster://one/1',
  'redis+cluster://one,,two',
  'redis://%zz@one',
])('%s is not a REDIS_URL', url => expect(parseRedisUrl(url)).toBeNull())
