import { z } from 'zod'
import { counted } from '#src/lib/text/count.ts'
import { STAFF_ROLES } from '../../../platform/db/schema/staff.ts'
import { staffOrigin } from '../../../platform/staff-origin.ts'
import {
  findStaff,
  hasOtherAdmin,
  inviteStaff,
  listStaff,
  removeStaff,
  setStaffRole,
} from '../../staff/accounts.ts'
import { endStaffSessions } from '../../staff/sessions.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { UsageError } from '../framework/errors.ts'
import { choiceField, parsedField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'
import { line } from '../terminal.ts'

const Email = z.email().max(200)

const email = parsedField('EMAIL', 'the address of a member of the team', given => {
  const read = Email.safeParse(given.trim())
  if (read.success) return read.data.toLowerCase()
  throw new UsageError('write an address such as sara@example.com.')
})
const role = choiceField('ROLE', 'what the member may do', STAFF_ROLES)

export default {
  actions: {
    invite: defineAction({
      summary: 'Prints a link, valid for a day, with which a member of the team opens an account',
      details:
        'A member who has not accepted yet gets a new link, and the old one ends. docs/permissions.md lists what a role may do.',
      args: { email },
      options: { role },
      effect: 'changes',
      run: async ({ deps }, { email, role }) => {
        const token = await inviteStaff(deps, { email, role })
        if (token === null)
          throw new UsageError(line`${email} has an account. Change its role with staff set-role.`)
        const link = `${staffOrigin(deps.env)}/invitation/${token}`
        const { id } = await requireStaff(deps, email)
        return {
          data: { email, role, link },
          print: [line`Send this link to ${email}; it ends in a day:`, line`${link}`],
          audit: { target: id, details: { email, role } },
        }
      },
    }),
    list: defineAction({
      summary: 'Lists the accounts of the team, and open invitations',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await listStaff(deps.db)
        return {
          data: rows,
          print: [
            {
              columns: startColumns('email', 'name', 'role', 'since', 'sessions', 'last seen'),
              rows: rows.map(row => [
                row.email,
                row.name,
                row.role,
                row.activeSince ?? 'invited',
                row.sessions,
                row.lastSeenAt,
              ]),
            },
            counted(rows.length, 'account'),
          ],
        }
      },
    }),
    'set-role': defineAction({
      summary: 'Changes what a member may do, from the next call on',
      args: { email, role },
      effect: 'changes',
      run: async ({ deps }, { email, role }) => {
        const account = await requireStaff(deps, email)
        if (role !== 'admin') await keepAnAdmin(deps, account)
        await setStaffRole(deps.db, account.id, role)
        return {
          data: { email, role, before: account.role },
          print: [line`${email} was ${account.role} and is now ${role}.`],
          audit: { target: account.id, details: { email, role, before: account.role } },
        }
      },
    }),
    'end-sessions': defineAction({
      summary: 'Signs a member out of the console everywhere',
      args: { email },
      effect: 'changes',
      run: async ({ deps }, { email }) => {
        const { id } = await requireStaff(deps, email)
        const sessions = await endStaffSessions(deps.db, { accountId: id })
        return {
          data: { email, sessions },
          print: [line`${email}: ${counted(sessions, 'session')} ended.`],
          audit: { target: id, details: { email, sessions } },
        }
      },
    }),
    remove: defineAction({
      summary: 'Removes an account with its sessions; the audit log keeps its name',
      args: { email },
      effect: 'destroys',
      run: async ({ deps }, { email }) => {
        const account = await requireStaff(deps, email)
        await keepAnAdmin(deps, account)
        await removeStaff(deps.db, account.id)
        return {
          data: { email, removed: true },
          print: [line`${email} has no account any more.`],
          audit: { target: account.id, details: { email, role: account.role } },
        }
      },
    }),
  },
} satisfies Noun

type Member = NonNullable<Awaited<ReturnType<typeof findStaff>>>

async function requireStaff(deps: CommandDeps, email: string): Promise<Member> {
  const account = await findStaff(deps.db, email)
  if (account) return account
  throw new UsageError(line`${email} has no account. Invite with ./pardeh staff invite.`)
}

/** The terminal could invite an administrator again, but the console could not. */
async function keepAnAdmin(deps: CommandDeps, { id, role, activeSince }: Member): Promise<void> {
  if (role !== 'admin' || !activeSince || (await hasOtherAdmin(deps.db, id))) return
  throw new UsageError('This is the last administrator. Make another member one first.')
}
