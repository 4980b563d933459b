/** Signs a member in and out, and tells react-admin who it is and which actions the role may use. */
import type { AuthProvider, HttpError } from 'react-admin'
import { callStaffApi } from './call.ts'

type StaffAccountView = { id: string; email: string; name: string; role: string }
type Session = {
  account: StaffAccountView
  site: { name: string; origin: string; isDemo: boolean }
}
export type ActionField = {
  name: string
  kind: 'text' | 'flag' | 'choice' | 'file'
  isRequired: boolean
  isRepeated: boolean
  choices?: string[]
  placeholder?: string
  help: string
}
export type StaffAction = {
  noun: string
  verb: string
  summary: string
  details?: string
  fields: ActionField[]
  effect: 'reads' | 'changes' | 'destroys'
  hasDryRun: boolean
  needsReason: boolean
  needsSecondPerson: boolean
}
/** Actions by their names, such as `support.answer`. */
export type StaffPermissions = Readonly<Record<string, StaffAction>>

let session: Promise<Session> | null = null
let permissions: Promise<StaffPermissions> | null = null

export function readStaffSession(): Promise<Session> {
  session ??= callStaffApi<Session>('GET', '/session')
  session.catch(forgetSession)
  return session
}

function forgetSession(): void {
  session = null
  permissions = null
}

function readPermissions(): Promise<StaffPermissions> {
  permissions ??= callStaffApi<{ actions: StaffAction[] }>('GET', '/actions').then(({ actions }) =>
    Object.fromEntries(actions.map(action => [`${action.noun}.${action.verb}`, action])),
  )
  permissions.catch(forgetSession)
  return permissions
}

export const authProvider: AuthProvider = {
  login: async ({ email, password, totp }) => {
    forgetSession()
    await callStaffApi('POST', '/session', { email, password, ...(totp ? { totp } : {}) })
  },
  logout: async () => {
    const wasSignedIn = session !== null
    forgetSession()
    if (wasSignedIn) await callStaffApi('DELETE', '/session').catch(() => undefined)
    return '/login'
  },
  checkAuth: async () => {
    await readStaffSession()
  },
  checkError: async (error: HttpError) => {
    if (error.status !== 401) return
    forgetSession()
    throw error
  },
  getIdentity: async () => {
    const { account } = await readStaffSession()
    return { id: account.id, fullName: account.name, role: account.role, email: account.email }
  },
  getPermissions: readPermissions,
}
