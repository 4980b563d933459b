/** An S3 server for tests: it checks signatures of version 4, stores files in a folder, and accepts multipart uploads. */

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const BUCKET = 'media'

/** Handles a request before the server gets it; undefined passes the request on. */
export type Fault = (req: IncomingMessage, res: ServerResponse) => 'handled' | undefined

export type S3Server = {
  endpoint: string
  bucket: string
  /** Method and path of each request, oldest first. */
  asked: string[]
  setFault: (fault: Fault | null) => void
  stop: () => Promise<void>
}

type S3rver = new (
  options: object,
) => {
  run: () => Promise<AddressInfo>
  close: () => Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver
  const directory = await mkdtemp(join(tmpdir(), 'pardeh-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  const strict = new S3rver({ ...options, configureBuckets: [{ name: BUCKET, configs: [] }] })
  const { port } = await strict.run()
  // S3rver omits the slash after the bucket from the signed text, and rejects the SDK's requests for a bucket.
  const lenient = new S3rver({ ...options, allowMismatchedSignatures: true })
  const { port: bucketPort } = await lenient.run()
  const asked: string[] = []
  let fault: Fault | null = null
  // The Host header is signed, so it is passed on unchanged.
  const proxy = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    if (fault?.(req, res) === 'handled') return
    const { method, url, headers } = req
    const target = url?.startsWith(`/${BUCKET}/?`) ? bucketPort : port
    const to = { host: '127.0.0.1', port: target, method, path: url, headers }
    const onward = request(to, reply => {
      res.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(res)
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bucket: BUCKET,
    asked,
    setFault: next => {
      fault = next
    },
    stop: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await Promise.all([strict.close(), lenient.close()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}
