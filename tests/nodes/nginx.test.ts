import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer } from '#tests/support/test-server.ts'
import { type Nginx, type NginxConfig, startNginx } from './support/nginx.ts'

const running: Nginx[] = []
afterEach(async () => {
  for (const nginx of running.splice(0)) await nginx.stop()
})

async function started(config: NginxConfig) {
  const nginx = await startNginx(config)
  running.push(nginx)
  return nginx
}

const answers = (text: string) => ({ server: `location / { return 200 "${text}"; }` })
const ask = async (url: string) => (await fetch(url)).text()

describe('nginx', () => {
  it('proxies, and logs its requests', async () => {
    const { port } = await startTestServer((_, res) => res.end('from the node'))
    const nginx = await started({
      http: `upstream nodes { server 127.0.0.1:${port}; }`,
      server: 'location / { proxy_pass http://nodes; }',
    })
    expect(await ask(`${nginx.url}/a?b=1`)).toBe('from the node')
    await expect.poll(nginx.accessLog).toHaveLength(1)
    expect(await nginx.accessLog()).toEqual([
      expect.stringMatching(`^GET /a\\?b=1 200 \\d+ \\S+ 127.0.0.1:${port}$`),
    ])
    expect(await nginx.errors()).toEqual([])
  })

  it('serves the new configuration after a reload', async () => {
    const nginx = await started(answers('first'))
    expect(await ask(nginx.url)).toBe('first')
    await nginx.reload(answers('second'))
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(nginx.url)))
    expect(new Set(replies)).toEqual(new Set(['second']))
  })

  it('reports errors of a configuration, and keeps the previous one', async () => {
    await expect(startNginx({ server: 'nonsense;' })).rejects.toThrow('unknown directive')
    const nginx = await started(answers('first'))
    await expect(nginx.reload({ server: 'nonsense;' })).rejects.toThrow('unknown directive')
    expect(await ask(nginx.url)).toBe('first')
  })

  it('can be killed, and started again on its port', async () => {
    const killed = await startNginx(answers('first'))
    await killed.kill9()
    await expect(fetch(killed.url)).rejects.toThrow('fetch failed')
    const again = await startNginx(answers('again'), { port: killed.port })
    running.push(again)
    expect(await ask(again.url)).toBe('again')
  })
})
