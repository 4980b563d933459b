/** People on the command line: by mobile number in any form, or by id, as the audit log and tickets show it. */
import { Msisdn } from '#src/contract/fields.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Deps } from '../deps.ts'
import { type UserRow, userByMsisdn, userOfId } from '../session/users.ts'
import { UsageError } from './framework/errors.ts'
import { parsed } from './framework/fields.ts'
import { line } from './terminal.ts'

export type Named = { msisdn: string } | { id: string }

const ID = /^[\w-]{3,64}$/

export const person = parsed<Named>('NUMBER', 'a mobile number, or the id of a person', given => {
  const msisdn = Msisdn.safeParse(given)
  if (msisdn.success) return { msisdn: msisdn.data }
  if (ID.test(given) && /[a-z]/i.test(given)) return { id: given }
  throw new UsageError('is no mobile number, such as 09120000008.')
})

/** @throws UsageError where there is no such person */
export async function found(deps: Pick<Deps, 'db'>, named: Named): Promise<UserRow> {
  const user =
    'id' in named ? await userOfId(deps, named.id) : await userByMsisdn(deps, named.msisdn)
  if (user) return user
  const shown = 'id' in named ? named.id : maskMsisdn(named.msisdn)
  throw new UsageError(line`Nobody is registered with ${shown}.`)
}

/** `0912***0008`, or the id of an erased person. */
export function maskedName({ msisdn, erasedAt }: Pick<UserRow, 'msisdn' | 'erasedAt'>): string {
  return erasedAt ? msisdn : maskMsisdn(msisdn)
}
