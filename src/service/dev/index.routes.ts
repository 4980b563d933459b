// What the demo has in place of other companies: /dev links to it.
import { Hono } from 'hono'
import { html } from 'hono/html'
import { getT } from '#src/lib/i18n/i18n.ts'
import { FAKE_PARTNER } from '../adapters/sso/partner.ts'
import type { Deps } from '../deps.ts'
import { languageOf, type ServiceEnv } from '../http/router.ts'
import { devPage } from './page.ts'

export function devIndexRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (deps.env.MODE === 'production') return app
  app.get('/dev', c => {
    const t = getT(languageOf(c))
    const links = [
      ['/dev/outbox', t('session.outbox.title'), t('session.outbox.note')],
      [`${FAKE_PARTNER.path}/`, t('session.partner.title'), t('session.partner.note')],
    ]
    const list = links.map(
      ([path, title, note]) => html`<li><a href="${path}">${title}</a><br />${note}</li>`,
    )
    return devPage(
      c,
      t('session.dev.title'),
      html`<h1>${t('session.dev.title')}</h1>
        <ol>
          ${list}
        </ol>`,
    )
  })
  return app
}
