/** Reads bodies from other servers up to a limit, so that an endless one cannot fill the memory. */

export class BodyTooLong extends Error {
  constructor() {
    super('the body is longer than expected')
    this.name = 'TooLong'
  }
}

/** Reads a body as text. @throws TooLong as soon as the body exceeds the limit */
export async function readBoundedText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string> {
  return body ? (await readBoundedBytes(body, maxBytes)).toString('utf8') : ''
}

/** Reads a body as bytes. @throws TooLong as soon as the body exceeds the limit */
export async function readBoundedBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new BodyTooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns a `fetch` with a limit, for packages that read a response as a whole. */
export function boundedFetch(fetcher: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetcher(input, init)
    // Response throws if a status without a body, such as 204, gets an empty one.
    const text = reply.body && (await readBoundedText(reply.body, maxBytes))
    return new Response(text, {
      status: reply.status,
      statusText: reply.statusText,
      headers: reply.headers,
    })
  }
}
