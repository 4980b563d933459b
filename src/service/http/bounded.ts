/** Reads bodies from other servers up to a limit, so that an endless one cannot fill the memory. */

export class TooLong extends Error {
  constructor() {
    super('the body is longer than expected')
    this.name = 'TooLong'
  }
}

/** @throws TooLong as soon as the body is longer, and stops reading */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string> {
  return body ? (await readBytes(body, maxBytes)).toString('utf8') : ''
}

/** @throws TooLong as soon as the body is longer, and stops reading */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new TooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A `fetch` with a limit, for packages that read a response as a whole. */
export function boundedFetch(fetcher: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetcher(input, init)
    // Response throws when a status without a body, such as 204, gets an empty one.
    const text = reply.body && (await readText(reply.body, maxBytes))
    return new Response(text, {
      status: reply.status,
      statusText: reply.statusText,
      headers: reply.headers,
    })
  }
}

/** The same body, which fails with TooLong where it exceeds the limit. */
export function boundedBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): ReadableStream<Uint8Array> | null {
  let length = 0
  return (
    body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          length += chunk.length
          if (length > maxBytes) controller.error(new TooLong())
          else controller.enqueue(chunk)
        },
      }),
    ) ?? null
  )
}
