/** Members of the team who call the console over its handler, with a cookie of their own. */

import { createStaffApp } from '#src/service/operations/console/app.ts'
import { inviteStaff } from '#src/service/operations/staff/accounts.ts'
import type { StaffRole } from '#src/service/operations/staff/roles.ts'
import { totpCode } from '#src/service/platform/totp.ts'
import type { TestService } from './service.ts'

const ORIGIN = 'http://127.0.0.1:5321'
export const STAFF_PASSWORD = 'a password of twelve'

type StaffReply = { status: number; body: Record<string, unknown>; headers: Headers }
export type StaffCaller = {
  email: string
  secret: string
  call: (method: string, path: string, body?: unknown) => Promise<StaffReply>
  cookie: string
}
type Sent = { cookie?: string; body?: unknown; headers?: Record<string, string>; address?: string }

export function openConsole(service: TestService) {
  const app = createStaffApp(service.deps, false)
  const send = async (
    method: string,
    path: string,
    { cookie, body, headers, address = '127.0.0.1' }: Sent = {},
  ) => {
    const response = await app.fetch(
      new Request(`${ORIGIN}${path}`, {
        method,
        headers: {
          Host: new URL(ORIGIN).host,
          'Accept-Language': 'en',
          ...(method === 'GET' ? {} : { Origin: ORIGIN }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(cookie ? { Cookie: cookie } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { address, requestId: 'test' },
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text ? JSON.parse(text) : {}) as Record<string, unknown>,
    }
  }
  const callerOf = (email: string, secret: string, cookie: string): StaffCaller => ({
    email,
    secret,
    cookie,
    call: (method, path, body) => send(method, path, { cookie, body }),
  })
  return {
    send,
    /** Invites a member, who accepts and is signed in. */
    async member(role: StaffRole, email = `${role}@example.com`): Promise<StaffCaller> {
      const token = await inviteStaff(service.deps, { email, role })
      const path = `/api/invitations/${token}`
      const begun = await send('POST', path, { body: { name: role, password: STAFF_PASSWORD } })
      const secret = String(begun.body.secret)
      const totp = totpCode(secret, service.clock.now())
      const done = await send('POST', `${path}/confirm`, { body: { totp } })
      return callerOf(email, secret, cookieOf(done.headers))
    },
    /** Signs a member in again, in a later window of the authenticator. */
    async signIn({ email, secret }: StaffCaller): Promise<StaffCaller> {
      service.clock.advance({ seconds: 30 })
      const totp = totpCode(secret, service.clock.now())
      const { headers } = await send('POST', '/api/session', {
        body: { email, password: STAFF_PASSWORD, totp },
      })
      return callerOf(email, secret, cookieOf(headers))
    },
  }
}

export function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
