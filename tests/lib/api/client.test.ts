import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listProfiles } from '#src/contract/endpoints/profiles.ts'
import { successEnvelope } from '#src/contract/envelope.ts'
import { createApi } from '#src/lib/api/client.ts'
import { type CallFailed, dataOrStatus, toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
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
    (error: CallFailed) => toFailure(error),
  )

describe.each([
  ['browsers', fetchTransport(fetch)],
  ['the server', ofetchTransport(fetch)],
])('the transport of %s', (_, transport) => {
  const apiOf = (answer: RequestListener) => serve(answer, transport)

  test('resolves to the data, and sends every defined value of the query', async () => {
    let asked = ''
    const api = await apiOf(({ url = '' }, reply) => {
      asked = url
      reply.end(JSON.stringify(successEnvelope({ items: [] })))
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

  test('a refused call has the result and the errors of the envelope', async () => {
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

  test('an error page of a proxy becomes an error without a result', async () => {
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

  test.each([
    '<h1>Sign in to this network</h1>',
    '',
    'null',
    '"ok"',
    '{"data":{"items":[]}}',
    '{"data":null,"meta":{"operation_result":"not_found"}}',
  ])('a 200 that is not the envelope of a success is a failure: %s', async body => {
    const api = await apiOf((_, reply) => void reply.end(body))
    const failure = await failureOfCall(api(listProfiles))
    expect(failure).toMatchObject({ kind: 'api_error', status: 200, result: 'unknown' })
    expect(failure && failureText(failure, key => key)).toBe('errors.response.unknown')
  })

  test.each([404, 410, 451])('a %i of a proxy says nothing about the title', async status => {
    const api = await apiOf((_, reply) => void reply.writeHead(status).end('<h1>No</h1>'))
    await expect(dataOrStatus(api(listProfiles))).rejects.toThrow('unknown')
  })

  test('a connection that breaks before or during the answer counts as no response', async () => {
    const before = await apiOf(({ socket }) => void socket.destroy())
    await expect(failureOfCall(before(listProfiles))).resolves.toEqual({ kind: 'no_response' })
    const within = await apiOf(({ socket }, reply) => {
      reply.setHeader('Content-Length', 1_000)
      reply.write('{', () => socket.destroy())
    })
    await expect(failureOfCall(within(listProfiles))).resolves.toEqual({ kind: 'no_response' })
  })
})
