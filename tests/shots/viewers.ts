/** The demo's accounts as the screenshots use them. */
import type { APIRequestContext, Browser, BrowserContextOptions } from 'playwright'

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

export type Viewer = keyof typeof ACCOUNTS
export const VIEWERS = Object.keys(ACCOUNTS) as Viewer[]

type State = NonNullable<BrowserContextOptions['storageState']>
export type Call = <T = unknown>(
  method: 'get' | 'post' | 'delete',
  path: string,
  data?: object,
) => Promise<T>
export type SignedIn = { state: (viewer: Viewer) => Promise<State>; end: () => Promise<void> }

/** Signs viewers in when they are needed, each once; `end` signs them out. */
export function signedIn(
  browser: Browser,
  site: string,
  prepare: (viewer: Viewer, call: Call) => Promise<void>,
): SignedIn {
  const states = new Map<Viewer, Promise<State>>()
  const endings: Array<() => Promise<unknown>> = []
  const signIn = async (viewer: Viewer): Promise<State> => {
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
