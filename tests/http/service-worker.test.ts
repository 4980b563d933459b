import { expect, test } from 'vitest'
import { SERVICE_WORKER_PATH, serveServiceWorker } from '#src/http/service-worker.ts'
import { serveSteps } from '#tests/support/steps.ts'

const FILE = 'src/http/service-worker.js'

async function scriptOf(release: string) {
  const { ask } = await serveSteps([serveServiceWorker(FILE, release)])
  const { headers, body } = await ask(SERVICE_WORKER_PATH)
  return { headers, text: body.toString() }
}

test('the worker may fetch from this site only, and browsers check for a new one each time', async () => {
  const { headers } = await scriptOf('one')
  expect(headers['content-type']).toContain('text/javascript')
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
})

test('its version changes with the build only', async () => {
  const [one, again, two] = await Promise.all(['one', 'one', 'two'].map(scriptOf))
  expect(one?.text).toBe(again?.text)
  expect(one?.text).not.toBe(two?.text)
  expect(one?.text).not.toContain('__VERSION__')
})
