// The messages that the demo would have sent by SMS.
import { desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { Msisdn } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { formatTime } from '#src/lib/text/date.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { smsOutbox } from '../db/schema/sms.ts'
import type { Deps } from '../deps.ts'
import { requestLanguage, type ServiceEnv } from '../http/router.ts'
import { devPage } from './page.ts'

const SHOWN = 50
const REFRESH_SECONDS = 4

export function outboxRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (deps.env.MODE === 'production') return app
  app.get('/dev/outbox.json', async c => {
    const messages = await newest(deps, c.req.query('to'))
    return c.json(
      messages.map(({ to, text, code, createdAt }) => ({
        to,
        text,
        ...(code ? { code } : {}),
        at: createdAt.toISOString(),
      })),
      200,
      { 'Cache-Control': 'no-store' },
    )
  })
  app.get('/dev/outbox', async c => {
    const messages = await newest(deps, c.req.query('to'))
    const t = getT(requestLanguage(c))
    return devPage(c, t('session.outbox.title'), page(messages, t), REFRESH_SECONDS)
  })
  return app
}

async function newest(deps: Deps, typed: string | undefined) {
  const to = typed ? Msisdn.safeParse(typed) : null
  if (to && !to.success) return []
  return deps.db
    .select()
    .from(smsOutbox)
    .where(to ? eq(smsOutbox.to, to.data) : undefined)
    .orderBy(desc(smsOutbox.createdAt), desc(smsOutbox.id))
    .limit(SHOWN)
}

type Messages = Awaited<ReturnType<typeof newest>>

function page(messages: Messages, t: Translate) {
  return html`<h1>${t('session.outbox.title')}</h1>
    <p>${t('session.outbox.note')}</p>
    ${messages.length === 0 ? html`<p>${t('session.outbox.empty')}</p>` : ''}
    <ol>
      ${messages.map(
        ({ to, text, code, createdAt }) =>
          html`<li>
            <header>
              <bdi dir="ltr">${localDigits(to, t.language)}</bdi
              ><span>${formatTime(createdAt, t.language)}</span>
            </header>
            ${code ? html`<b dir="ltr">${code}</b>` : ''}
            <pre dir="auto">${text}</pre>
          </li>`,
      )}
    </ol>`
}
