/** A server with the part of OpenSearch's API that the product calls. It evaluates queries over documents in memory. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Body, QueryError } from './evaluate.ts'
import { createIndexes, type Indexes } from './indexes.ts'

/** Handles a request before the server gets it; undefined passes the request on. */
export type Fault = (
  req: IncomingMessage,
  res: ServerResponse,
) => 'handled' | undefined | Promise<undefined>

export type OpenSearchServer = {
  /** Includes user and password if they are set. */
  url: string
  /** Method and path of each request without its query, oldest first. */
  asked: string[]
  indexes: Indexes
  setFault: (fault: Fault | null) => void
  stop: () => Promise<void>
}
type Credentials = { user: string; password: string }

export async function startOpenSearch(credentials?: Credentials): Promise<OpenSearchServer> {
  const indexes = createIndexes()
  const asked: string[] = []
  let fault: Fault | null = null
  const server = createServer(async (req, res) => {
    asked.push(`${req.method} ${req.url?.split('?')[0]}`)
    if ((await fault?.(req, res)) === 'handled') return
    const text = await bodyOf(req)
    if (!isAllowed(req, credentials))
      return send(res, 401, { error: { type: 'security_exception' } })
    try {
      const url = new URL(req.url ?? '/', 'http://server')
      send(res, 200, answer(indexes, `${req.method}`, url, text))
    } catch (error) {
      const type = error instanceof QueryError ? error.type : 'illegal_argument_exception'
      const status = type === 'index_not_found_exception' ? 404 : 400
      send(res, status, { error: { type, reason: String(error) }, status })
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const user = credentials
    ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.password)}@`
    : ''
  return {
    url: `http://${user}127.0.0.1:${port}`,
    asked,
    indexes,
    setFault: next => {
      fault = next
    },
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Answers with a status, or accepts the request and never answers. */
export function failing(status: number | 'hang' | 'malformed'): Fault {
  return (_, res) => {
    if (status === 'malformed') send(res, 200, { responses: 'none' })
    else if (status !== 'hang') send(res, status, { error: { type: 'unavailable' } })
    return 'handled'
  }
}

function answer(indexes: Indexes, method: string, url: URL, text: string): Body {
  const [target = '', action = ''] = decodeURIComponent(url.pathname).slice(1).split('/')
  const names = target.split(',')
  if (method === 'PUT' && action === '') {
    indexes.create(target, JSON.parse(text) as Body)
    return { acknowledged: true, index: target }
  }
  if (method === 'POST' && target === '_aliases') {
    indexes.updateAliases((JSON.parse(text) as { actions: Body[] }).actions)
    return { acknowledged: true }
  }
  if (method === 'POST' && target === '_msearch') return multiSearch(indexes, linesOf(text))
  if (method === 'POST' && action === '_bulk') {
    const requiresAlias = url.searchParams.get('require_alias') === 'true'
    const items = indexes.bulk(target, linesOf(text), requiresAlias)
    return { took: 1, errors: items.some(hasError), items }
  }
  if (method === 'POST' && action === '_refresh') {
    indexes.refresh(names)
    return { _shards: { total: 1, successful: 1, failed: 0 } }
  }
  if (method === 'GET' && action === '_alias') return indexes.aliases(names)
  throw new QueryError('illegal_argument_exception', `no handler for ${method} ${url.pathname}`)
}

/** Runs several searches. A failed search does not affect the others. */
function multiSearch(indexes: Indexes, lines: readonly Body[]): Body {
  const responses: Body[] = []
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const { index } = lines[at] as { index: string }
    try {
      responses.push(indexes.search(index, lines[at + 1] as Body))
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      const status = error.type === 'index_not_found_exception' ? 404 : 400
      responses.push({ error: { type: error.type, reason: error.message }, status })
    }
  }
  return { took: 1, responses }
}

function hasError(item: Body): boolean {
  return Object.values(item).some(result => 'error' in (result as Body))
}

/** Splits NDJSON, which ends in a line break. */
function linesOf(text: string): Body[] {
  if (!text.endsWith('\n'))
    throw new QueryError('illegal_argument_exception', 'the last line has no line break')
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Body)
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function isAllowed({ headers }: IncomingMessage, credentials: Credentials | undefined): boolean {
  if (!credentials) return true
  const { user, password } = credentials
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return headers.authorization === expected
}

function send(res: ServerResponse, status: number, body: Body): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  res.end(JSON.stringify(body))
}
