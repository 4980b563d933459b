/** View of the pages to sign in and to register: the props of their form and why one is there, or a redirect. */
import {
  guardPage,
  type PageContext,
  redirectTarget,
  unfinishedSessionStep,
} from '#src/lib/session/page-guard.ts'
import { signInReason } from '#src/lib/session/sign-in-reason.ts'
import { requestAgent } from '#src/lib/session/user-agent.ts'

type Page = PageContext & { request: Request; locals: { settings: { MODE: string } } }

export async function createSignInView(page: Page) {
  const { language, settings } = page.locals
  const startsAt = unfinishedSessionStep(page)
  const { redirectTo } = await guardPage(page, startsAt ? 'user' : 'visitor')
  const back = redirectTarget(page.url, language)
  const form = {
    language,
    agent: requestAgent(page.request),
    back,
    outbox: settings.MODE === 'demo' ? '/dev/outbox' : undefined,
    startsAt,
  }
  return { redirectTo, form, reason: signInReason(back) }
}
