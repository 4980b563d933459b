/** Reads users from the command line: by mobile number in any notation, or by the id that the audit log and tickets show. */
import { Msisdn } from '#src/contract/fields.ts'
import { OPERATOR_REASON_MAX } from '#src/contract/limits.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { findUserById, findUserByMsisdn, type UserRow } from '../../accounts/session/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { UsageError } from './framework/errors.ts'
import { batchField, type Field, parsedField } from './framework/fields.ts'
import { line } from './terminal.ts'

export type UserName = { msisdn: string } | { id: string }

const ID = /^[\w-]{3,64}$/

export const person = parsedField<UserName>(
  'NUMBER',
  'a mobile number, or the id of a user',
  given => {
    const msisdn = Msisdn.safeParse(given)
    if (msisdn.success) return { msisdn: msisdn.data }
    if (ID.test(given) && /[a-z]/i.test(given)) return { id: given }
    throw new UsageError('write a mobile number such as 09120000008, or the id of a user.')
  },
)

export const people = batchField(person, typedName)

/** A reason that operators read later. */
export function reasonField(text: string): Field<string> {
  return parsedField('TEXT', text, readReason)
}

function readReason(given: string): string {
  if (given.length <= OPERATOR_REASON_MAX) return given.trim()
  throw new UsageError(`write ${OPERATOR_REASON_MAX} characters at most.`)
}

/** A reason that must have at least one letter. */
export function requiredReasonField(text: string): Field<string> {
  return parsedField('TEXT', text, given => {
    if (given.trim() === '') throw new UsageError('write the reason.')
    return readReason(given)
  })
}

/** Returns the user with this number or id. @throws UsageError if there is none */
export async function findUser(deps: Pick<Deps, 'db'>, name: UserName): Promise<UserRow> {
  const user =
    'id' in name ? await findUserById(deps, name.id) : await findUserByMsisdn(deps, name.msisdn)
  if (user) return user
  throw new UsageError(line`There is no user ${typedName(name)}.`)
}

/** Returns the user as the operator named it, with a masked number. */
function typedName(name: UserName): string {
  return 'id' in name ? name.id : maskMsisdn(name.msisdn)
}

/** Returns `0912***0008`, or the id of an erased user. */
export function maskedName({ msisdn, erasedAt }: Pick<UserRow, 'msisdn' | 'erasedAt'>): string {
  return erasedAt ? msisdn : maskMsisdn(msisdn)
}
