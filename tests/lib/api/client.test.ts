import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listProfiles } from '#src/contract/endpoints/profiles.ts'
import { createApi } from '#src/lib/api/client.ts'
import { type CallFailed, failureOf } from '#src/lib/api/failure.ts'
import { ofetchTransport } from '#src/lib/api/ofetch-transport.ts'
import { fetchTransport, type Transport } from '#src/lib/api/send.ts'

const QUERIED = { ...listProfiles, path: '/list' }

async function serve(answer: RequestListener, transport: Transport) {
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return createApi({ baseURL: `http://127.0.0.1:${port}/api/`, transport })
}

const failureOfCall = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: CallFailed) => failureOf(error),
  )

describe.each([
  ['browsers', fetchTransport(fetch)],
  ['the server', ofetchTransport(fetch)],
])('the transport of %s', (_, transport) => {
  const apiOf = (answer: RequestListener) => serve(answer, transport)

  test('resolves to the data, and asks with each value of the query that there is', async () => {
    let asked = ''
    const api = await apiOf(({ url = '' }, reply) => {
      asked = url
      reply.end(JSON.stringify({ data: { items: [] } }))
    })
    const query = { types: ['series', 'single_video'], query: 'a b&ی', from: undefined }
    await expect(api(QUERIED as never, { query } as never)).resolves.toEqual({ items: [] })
    const { pathname, searchParams } = new URL(asked, 'http://site')
    expect(pathname).toBe('/api/list')
    expect([...searchParams]).toEqual([
      ['types', 'series'],
      ['types', 'single_video'],
      ['query', 'a b&ی'],
    ])
  })

  test('a refused call has the result and errors of the envelope', async () => {
    const api = await apiOf((_, reply) => {
      reply.statusCode = 422
      const meta = { operation_result: 'validation_error', errors: { name: 'validation.required' } }
      reply.end(JSON.stringify({ data: null, meta }))
    })
    await expect(failureOfCall(api(listProfiles))).resolves.toMatchObject({
      kind: 'api_error',
      status: 422,
      result: 'validation_error',
      errors: { name: 'validation.required' },
    })
  })

  test('an error page of a proxy is an error without a result', async () => {
    const api = await apiOf((_, reply) => {
      reply.statusCode = 502
      reply.end('<h1>Bad gateway</h1>')
    })
    await expect(failureOfCall(api(listProfiles))).resolves.toMatchObject({
      kind: 'api_error',
      status: 502,
      result: 'unknown',
    })
  })

  test('a connection that breaks before or within the answer is no response', async () => {
    const before = await apiOf(({ socket }) => void socket.destroy())
    await expect(failureOfCall(before(listProfiles))).resolves.toEqual({ kind: 'no_response' })
    const within = await apiOf(({ socket }, reply) => {
      reply.setHeader('Content-Length', 1_000)
      reply.write('{', () => socket.destroy())
    })
    await expect(failureOfCall(within(listProfiles))).resolves.toEqual({ kind: 'no_response' })
  })
})
