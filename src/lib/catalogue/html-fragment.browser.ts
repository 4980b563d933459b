const PATIENCE_MS = 20_000

/**
 * Fetches HTML whose first element matches `root`. Resolves with null nodes if it did not arrive or was something else.
 * XMLHttpRequest parses the HTML as an inert document, so Trusted Types need no policy for it.
 */
export function fetchFragment(
  path: string,
  root: string,
): Promise<{ status: number; nodes: Node[] | null }> {
  return new Promise(done => {
    const request = new XMLHttpRequest()
    request.open('GET', path)
    request.responseType = 'document'
    request.timeout = PATIENCE_MS
    request.onloadend = () => {
      const { status } = request
      const body = status === 200 ? request.responseXML?.body : null
      const isExpected = body?.firstElementChild?.matches(root)
      const nodes = isExpected && body ? [...document.importNode(body, true).childNodes] : null
      done({ status, nodes })
    }
    request.send()
  })
}
