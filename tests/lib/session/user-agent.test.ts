import { expect, test } from 'vitest'
import { parseUserAgent } from '#src/lib/session/user-agent.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
    { brand: 'Chrome', model: 'Android 15', app_version: 'Chrome 146' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    { brand: 'Samsung Internet', model: 'Android 14', app_version: 'Samsung Internet 27' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { brand: 'Safari', model: 'iOS 18.5', app_version: 'Safari 18.5' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
    { brand: 'Edge', model: 'Windows 10', app_version: 'Edge 146' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { brand: 'Firefox', model: 'Linux', app_version: 'Firefox 140' },
  ],
  [
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) 108.0.5359.1/8.0 TV Safari/537.36',
    { brand: 'Safari', model: 'Tizen 8', app_version: 'Safari' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { brand: 'Safari', model: 'iPadOS 17.5', app_version: 'Safari 17.5' },
  ],
  [
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
    { brand: 'Chrome', model: 'webOS TV', app_version: 'Chrome 108' },
  ],
  ['', { brand: '', model: '', app_version: '' }],
])('%s', (userAgent, agent) => {
  expect(parseUserAgent(userAgent)).toEqual(agent)
})
