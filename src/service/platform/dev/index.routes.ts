// /dev lists the demo's replacements for other companies.
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Localized } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { FAKE_PARTNER } from '../adapters/sso/partner.ts'
import type { Deps } from '../deps.ts'
import { requestLanguage, type ServiceEnv } from '../http/router.ts'
import { staffOrigin } from '../staff-origin.ts'
import { DEMO_STAFF, DEMO_STAFF_PASSWORD, demoStaffCode } from './demo-staff.ts'
import { devPage } from './page.ts'
import staffTexts from './staff-texts.json' with { type: 'json' }

/** These are in no dictionary of the pages, whose browsers would load them. */
const STAFF_TEXTS: Localized<{ title: string; note: string }> = staffTexts

export function devIndexRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (deps.env.MODE === 'production') return app
  app.get('/dev', c => {
    const language = requestLanguage(c)
    const t = getT(language)
    const { title, note } = STAFF_TEXTS[language]
    const links = [
      ['/dev/outbox', t('session.outbox.title'), t('session.outbox.note')],
      [`${FAKE_PARTNER.path}/`, t('session.partner.title'), t('session.partner.note')],
      ...(deps.env.API_DOCS === 'on'
        ? [['/api/docs', t('session.dev.api.title'), t('session.dev.api.note')]]
        : []),
      ...(deps.env.STAFF_PORT > 0 ? [[staffOrigin(deps.env), title, note]] : []),
    ]
    const list = links.map(
      ([path, name, words]) => html`<li><a href="${path}">${name}</a><br />${words}</li>`,
    )
    return devPage(
      c,
      t('session.dev.title'),
      html`<h1>${t('session.dev.title')}</h1>
        <ol>
          ${list}
        </ol>
        ${deps.env.STAFF_PORT > 0 ? staffAccounts(deps) : ''}`,
    )
  })
  return app
}

/** Lists the accounts of the console with the password and the current code. */
function staffAccounts({ now }: Deps) {
  const accounts = DEMO_STAFF.map(({ email }) => html`${email}<br />`)
  return html`<pre dir="ltr">
${accounts}${DEMO_STAFF_PASSWORD}<br />${demoStaffCode(now())}</pre
  >`
}
