// /dev lists the demo's replacements for other companies.
import { Hono } from 'hono'
import { html } from 'hono/html'
import { getT } from '#src/lib/i18n/i18n.ts'
import { FAKE_PARTNER } from '../adapters/sso/partner.ts'
import type { Deps } from '../deps.ts'
import { requestLanguage, type ServiceEnv } from '../http/router.ts'
import { devPage } from './page.ts'

export function devIndexRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (deps.env.MODE === 'production') return app
  app.get('/dev', c => {
    const t = getT(requestLanguage(c))
    const links = [
      ['/dev/outbox', t('session.outbox.title'), t('session.outbox.note')],
      [`${FAKE_PARTNER.path}/`, t('session.partner.title'), t('session.partner.note')],
      ...(deps.env.API_DOCS === 'on'
        ? [['/api/docs', t('session.dev.api.title'), t('session.dev.api.note')]]
        : []),
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
