// Sends requests of visitors from their own addresses: one JSON line for each on standard input, and its answer on standard output.
import { request as plain } from 'node:http'
import { Agent, request as secure } from 'node:https'
import { createInterface } from 'node:readline'

const agents = new Map()
const agentOf = from => {
  if (!agents.has(from)) agents.set(from, new Agent({ keepAlive: true, localAddress: from }))
  return agents.get(from)
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, from, to, url, method = 'GET', headers = {}, ca, body } = JSON.parse(line)
  const isSecure = url.startsWith('https:')
  const options = {
    method,
    headers,
    localAddress: from,
    lookup: (_, { all }, done) =>
      all ? done(null, [{ address: to, family: 4 }]) : done(null, to, 4),
    ...(isSecure ? { agent: agentOf(from), ca } : { agent: false }),
  }
  const say = answer => console.log(JSON.stringify({ id, ...answer }))
  const sent = (isSecure ? secure : plain)(url, options, reply => {
    const chunks = []
    reply.on('data', chunk => chunks.push(chunk))
    reply.on('error', error => say({ error: error.message }))
    reply.on('end', () =>
      say({
        status: reply.statusCode,
        headers: reply.headers,
        text: Buffer.concat(chunks).toString(),
      }),
    )
  })
  sent.on('error', error => say({ error: error.message }))
  sent.end(body)
}
