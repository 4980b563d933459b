import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { STAFF_ROLES } from '#src/service/platform/db/schema/staff.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aContent } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nسلام\n'
const MASTER =
  '#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="فارسی",LANGUAGE="fa",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="captions/fa.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n240p/index.m3u8\n'

let service: TestService
const members = new Map<string, StaffCaller>()
let send: ReturnType<typeof openConsole>['send']
let film: string
const stored: string[] = []

beforeAll(async () => {
  service = await startTestService()
  const team = openConsole(service)
  send = team.send
  for (const role of STAFF_ROLES) members.set(role, await team.member(role))
  const { db, env } = service.deps
  film = await aContent(db, { externalId: 'own-film' })
  const demo = await aContent(db, { externalId: 'demo-film' })
  const stream = `titles/${film}/primary-1`
  const row = { kind: 'primary', mode: 'vod', durationSeconds: 60 } as const
  await db.insert(videoFiles).values([
    { id: newId(), contentId: film, stream, ...row },
    { id: newId(), contentId: demo, stream: 'demo/feature', ...row },
  ])
  const store = openMediaStore(env, 'command')
  const files = {
    'master.m3u8': MASTER,
    'stream.json': '{}',
    '240p/seg1.m4s': '0123456789',
    'captions/fa.m3u8': '#EXTM3U\n#EXTINF:60,\nfa-1.vtt\n',
    'captions/fa-1.vtt': VTT,
  }
  for (const [name, text] of Object.entries(files)) {
    stored.push(`${stream}/${name}`)
    await store.put(`${stream}/${name}`, { bytes: new TextEncoder().encode(text) })
  }
})
afterAll(async () => {
  await openMediaStore(service.deps.env, 'command').remove(stored)
  await service.stop()
})

const editor = () => members.get('editor') as StaffCaller
const statusOf = async (caller: StaffCaller, path: string) =>
  (await caller.call('GET', path)).status

test('whoever may shift captions plays the stream of the title, with its captions', async () => {
  const { cookie } = editor()
  const playlist = await send('GET', '/api/videos/own-film/primary/master.m3u8', { cookie })
  expect(playlist.status).toBe(200)
  expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(playlist.headers.get('cache-control')).toBe('no-store')
  const part = await send('GET', '/api/videos/own-film/primary/240p/seg1.m4s', {
    cookie,
    headers: { Range: 'bytes=2-4' },
  })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 2-4/10'])
  const captions = await send('GET', '/api/captions/own-film/primary/fa/full', { cookie })
  expect([captions.status, captions.headers.get('content-type')]).toEqual([
    200,
    'text/vtt; charset=utf-8',
  ])
})

test.each(STAFF_ROLES)(
  '%s receives video and captions only with the right to shift them',
  async role => {
    const caller = members.get(role) as StaffCaller
    const expected = ['editor', 'admin'].includes(role) ? 200 : 403
    expect(await statusOf(caller, '/api/videos/own-film/primary/master.m3u8')).toBe(expected)
    expect(await statusOf(caller, '/api/captions/own-film/primary/fa/full')).toBe(expected)
  },
)

test('strangers receive nothing', async () => {
  expect((await send('GET', '/api/videos/own-film/primary/master.m3u8')).status).toBe(401)
  expect((await send('GET', '/api/captions/own-film/primary/fa/full')).status).toBe(401)
})

test.each([
  ['a file that players have no use for', 'primary/stream.json', 404],
  ['a file outside of the stream', 'primary/..%2F..%2Fother%2Fmaster.m3u8', 404],
  ['a video that the title does not have', 'trailer/master.m3u8', 404],
  ['a kind of video that does not exist', 'poster/master.m3u8', 422],
])('%s is not sent', async (_, path, status) => {
  expect(await statusOf(editor(), `/api/videos/own-film/${path}`)).toBe(status)
})

test('streams of the demo, titles that do not exist and captions that do not exist are not found', async () => {
  expect(await statusOf(editor(), '/api/videos/demo-film/primary/master.m3u8')).toBe(404)
  expect(await statusOf(editor(), '/api/videos/nothing/primary/master.m3u8')).toBe(404)
  expect(await statusOf(editor(), '/api/captions/own-film/primary/en/full')).toBe(404)
})
