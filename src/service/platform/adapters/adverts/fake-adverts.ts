// A fake advert server for the demo and the tests. It serves one advert and lists the events reported to it.
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { ServiceEnv } from '../../http/router.ts'

export const FAKE_VAST_PATH = '/fake/adverts/vast.xml'
const MAX_REPORTS = 200
const QUARTILES = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip']

export function fakeAdverts(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (deps.env.MODE === 'production') return app
  const reported: { ad: string; event: string }[] = []
  app.get(FAKE_VAST_PATH, c => {
    const ad = deps.random.bytes(6).toString('hex')
    c.header('Content-Type', 'application/xml; charset=utf-8')
    return c.body(vast(deps.selfOrigin(), ad))
  })
  app.get('/fake/adverts/seen', c => {
    reported.push({ ad: c.req.query('ad') ?? '', event: c.req.query('event') ?? '' })
    if (reported.length > MAX_REPORTS) reported.shift()
    return c.body(null, 204)
  })
  app.get('/fake/adverts/seen.json', c => c.json(reported))
  return app
}

function vast(origin: string, ad: string): string {
  const seen = (event: string) => `<![CDATA[${origin}/fake/adverts/seen?ad=${ad}&event=${event}]]>`
  const tracking = QUARTILES.map(it => `<Tracking event="${it}">${seen(it)}</Tracking>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="3.0"><Ad id="${ad}"><InLine><AdSystem>Demo</AdSystem><AdTitle>Pardeh</AdTitle>
<Impression>${seen('impression')}</Impression><Creatives><Creative><Linear skipoffset="00:00:05">
<Duration>00:00:10</Duration><TrackingEvents>${tracking}</TrackingEvents>
<VideoClicks><ClickThrough><![CDATA[${origin}/packages]]></ClickThrough>
<ClickTracking>${seen('click')}</ClickTracking></VideoClicks>
<MediaFiles><MediaFile delivery="streaming" type="application/x-mpegURL" width="854" height="480">
<![CDATA[${origin}/media/demo/adverts/pardeh/master.m3u8]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`
}
