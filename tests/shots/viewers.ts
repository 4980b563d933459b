/** The demo's accounts as the screenshots use them. */
import type { APIRequestContext, Browser, BrowserContextOptions } from 'playwright'
import { DEMO_STAFF_PASSWORD, demoStaffCode } from '#src/service/platform/dev/demo-staff.ts'

const PASSWORD = 'pardeh-1404'
const ACCOUNTS = {
  visitor: null,
  subscriber: { msisdn: '09120000001', profile: 0 },
  child: { msisdn: '09120000001', profile: 2 },
  'no profile': { msisdn: '09120000001', profile: null },
  newcomer: { msisdn: '09120000002', profile: 0 },
  ending: { msisdn: '09120000003', profile: 0 },
  expired: { msisdn: '09120000004', profile: 0 },
  debit: { msisdn: '09120000006', profile: 0 },
  carrier: { msisdn: '09120000008', profile: 0 },
} as const

/** Members of the team with one role each, who use the console. */
const MEMBERS = ['editor', 'support', 'finance', 'marketing', 'admin'] as const

export type Member = (typeof MEMBERS)[number]
type Account = keyof typeof ACCOUNTS
export type Viewer = Account | Member
export const VIEWERS: Viewer[] = [...(Object.keys(ACCOUNTS) as Account[]), ...MEMBERS]

type State = NonNullable<BrowserContextOptions['storageState']>
export type Call = <T = unknown>(
  method: 'get' | 'post' | 'delete',
  path: string,
  data?: object,
) => Promise<T>
export type SignedIn = { state: (viewer: Viewer) => Promise<State>; end: () => Promise<void> }

type Addresses = { site: string; staff: string }

/** Signs viewers in when they are needed, each once; `end` signs them out. */
export function signedIn(
  browser: Browser,
  { site, staff }: Addresses,
  prepare: (viewer: Viewer, call: Call) => Promise<void>,
): SignedIn {
  const states = new Map<Viewer, Promise<State>>()
  const endings: Array<() => Promise<unknown>> = []
  const signIn = async (viewer: Viewer): Promise<State> => {
    if (isMember(viewer)) return memberState(browser, staff, viewer)
    const account = ACCOUNTS[viewer]
    if (!account) return { cookies: [], origins: [] }
    const context = await browser.newContext()
    const call = callsOf(context.request, site)
    const device = { unique_identifier: `shots-${viewer}`, brand: 'Chrome', model: 'Linux' }
    const body = { password: PASSWORD, device }
    await call('post', `/access-token/users/${account.msisdn}/password`, body)
    endings.push(() => call('delete', '/access-token/users/_self').finally(() => context.close()))
    if (account.profile !== null) await chooseProfile(call, account.profile)
    await prepare(viewer, call)
    return context.storageState()
  }
  return {
    state: viewer => {
      const state = states.get(viewer) ?? signIn(viewer)
      states.set(viewer, state)
      return state
    },
    end: async () => {
      await Promise.allSettled(endings.map(end => end()))
    },
  }
}

function isMember(viewer: Viewer): viewer is Member {
  return MEMBERS.some(member => member === viewer)
}

/** A code of the authenticator works once, so that a member signs in once. */
async function memberState(browser: Browser, staff: string, member: Member): Promise<State> {
  const context = await browser.newContext()
  const reply = await context.request.post(`${staff}/api/session`, {
    headers: { Origin: staff },
    data: {
      email: `${member}@pardeh.example`,
      password: DEMO_STAFF_PASSWORD,
      totp: demoStaffCode(new Date()),
    },
  })
  if (!reply.ok()) throw new Error(`sign-in as ${member} answered ${reply.status()}`)
  const state = await context.storageState()
  await context.close()
  return state
}

async function chooseProfile(call: Call, at: number): Promise<void> {
  const { items } = await call<{ items: { id: string }[] }>('get', '/users/profile/')
  await call('post', '/users/profile/switch', { profile_id: items[at]?.id, pin: '' })
}

function callsOf(request: APIRequestContext, site: string): Call {
  const headers = { origin: new URL(site).origin, 'accept-language': 'fa' }
  return async <T>(method: 'get' | 'post' | 'delete', path: string, data?: object) => {
    const reply = await request[method](`${site}/api${path}`, { headers, data })
    const text = await reply.text()
    if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()}: ${text}`)
    return (text ? (JSON.parse(text) as { data: T }).data : null) as T
  }
}
