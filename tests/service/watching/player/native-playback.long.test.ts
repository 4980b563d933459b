/** Players of Debian play 30 seconds of a film from the descriptor of an app, over both set-ups of media. */
import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { MEDIA_SECRET, startMediaServer } from '#tests/nodes/support/media-server.ts'
import type { Nginx } from '#tests/nodes/support/nginx.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber } from '#tests/support/people.ts'
import { fileOf } from '#tests/support/receivers.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { root } from '#tests/support/sources.ts'

const SECONDS = 30
let nginx: Nginx
let ownRoute: Shop
let withNginx: Shop

beforeAll(async () => {
  nginx = await startMediaServer({ site: '*', files: join(root, 'demo/streams') })
  // nginx compares the time of links with the clock of the machine.
  const now = new Date()
  ownRoute = await openShop({ now })
  withNginx = await openShop({ now, env: { MEDIA_BASE_URL: nginx.url, MEDIA_SECRET } })
  for (const shop of [ownRoute, withNginx]) {
    const film = aFilm({ external_id: 'film', media: { stream: 'demo/landscape' } })
    expect((await importRecords(shop, [film])).problems).toEqual([])
  }
})
afterAll(async () => {
  await withNginx.stopShop()
  await ownRoute.stopShop()
  await nginx.stop()
})

async function manifestOf(shop: Shop): Promise<string> {
  const { api } = await aSubscriber(shop)
  const { id, fileId } = await fileOf(shop, 'film')
  const playback = await api(getPlayback, {
    params: { id, fileId, use: 'play' },
    query: { client: 'native' },
  })
  return playback.manifest_url
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.each([
  ['the media route of the site', () => ownRoute],
  ['nginx with secure_link', () => withNginx],
])('over %s', (_, shop) => {
  test('ffmpeg plays 30 seconds without cookie or header', async () => {
    const input = ['-i', await manifestOf(shop()), '-t', String(SECONDS)]
    const output = ['-map', '0:v:0', '-map', '0:a:0', '-f', 'null', '-progress', 'pipe:1', '-']
    const { stdout } = await promisify(execFile)('ffmpeg', [
      ...['-nostdin', '-v', 'error'],
      ...input,
      ...output,
    ])
    const times = Array.from(stdout.matchAll(/out_time_us=(\d+)/g), ([, us]) => Number(us) / 1e6)
    expect(times.at(-1)).toBeGreaterThanOrEqual(SECONDS - 0.5)
  })

  test.skipIf(!isInstalled('mpv'))('mpv plays 30 seconds without cookie or header', async () => {
    const { stdout, stderr } = await promisify(execFile)('mpv', [
      ...['--no-config', '--vo=null', '--ao=null', '--untimed', '--ao-null-untimed'],
      ...[`--end=${SECONDS}`, '--input-terminal=no', '--term-status-msg=at ${=time-pos}\n'],
      await manifestOf(shop()),
    ])
    const times = Array.from(stderr.matchAll(/at ([\d.]+)/g), ([, time]) => Number(time))
    expect(Math.max(...times)).toBeGreaterThanOrEqual(SECONDS - 1)
    expect(stdout).toContain('End of file')
  })
})
