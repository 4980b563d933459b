import type { APIRoute } from 'astro'
import { securityText } from '#src/lib/security-contact.ts'

export const GET: APIRoute = ({ locals, rewrite }) => {
  const contacts = locals.settings.SECURITY_CONTACT
  if (contacts.length === 0) return rewrite('/404')
  return new Response(securityText({ contacts, origin: locals.origin, now: new Date() }), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
