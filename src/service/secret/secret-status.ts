/** What still hangs on an earlier SECRET, so that an operator knows when SECRET_PREVIOUS may go. */
import { SESSION } from '#src/contract/limits.ts'
import type { RowsByKey } from '../db/count-by-key.ts'
import type { Deps } from '../deps.ts'
import { pinsByKey } from '../profiles/pins-by-key.ts'
import { sessionsByKey } from '../session/sessions-by-key.ts'
import { endpointsByKey } from '../webhooks/endpoints.ts'

export type SecretUse = {
  /** `current`: SECRET; `previous`: one of SECRET_PREVIOUS; `unset`: one that neither names; `unknown`: stored before it was noted. */
  kind: 'current' | 'previous' | 'unset' | 'unknown'
  keyId: string | null
  sessions: number
  pins: number
  /** Whose receiver was last shown the secret that hangs on this one. */
  webhooks: number
}

export type SecretStatus = {
  uses: SecretUse[]
  /** Something is read with SECRET_PREVIOUS that SECRET cannot read yet. */
  isPreviousNeeded: boolean
  /** Days after which no session can hang on an earlier SECRET: unused ones are over then. */
  sessionDays: number
}

type Counts = { sessions: RowsByKey; profiles: RowsByKey; pins: RowsByKey; webhooks: RowsByKey }

export async function secretStatus(
  deps: Pick<Deps, 'db' | 'now' | 'keyId' | 'previousKeyIds'>,
): Promise<SecretStatus> {
  const counts = {
    ...(await sessionsByKey(deps)),
    pins: await pinsByKey(deps.db),
    webhooks: await endpointsByKey(deps.db),
  }
  const set = [deps.keyId, ...deps.previousKeyIds]
  const stored = Object.values(counts).flatMap(rows => [...rows.keys()])
  const ids = new Set([...set, ...stored])
  const uses = [...ids].map(keyId => ({
    keyId,
    kind: kindOf(deps, keyId),
    ...rowsOf(counts, keyId),
  }))
  return {
    uses,
    isPreviousNeeded: uses.some(
      ({ kind, ...rows }) =>
        (kind === 'previous' || (kind === 'unknown' && deps.previousKeyIds.length > 0)) &&
        rows.sessions + rows.pins + rows.webhooks > 0,
    ),
    sessionDays: SESSION.idleDays,
  }
}

function kindOf(
  { keyId, previousKeyIds }: Pick<Deps, 'keyId' | 'previousKeyIds'>,
  id: string | null,
): SecretUse['kind'] {
  if (id === null) return 'unknown'
  if (id === keyId) return 'current'
  return previousKeyIds.includes(id) ? 'previous' : 'unset'
}

/** A session whose chosen profile hangs on a SECRET hangs on it too. */
function rowsOf({ sessions, profiles, pins, webhooks }: Counts, id: string | null) {
  return {
    sessions: Math.max(sessions.get(id) ?? 0, profiles.get(id) ?? 0),
    pins: pins.get(id) ?? 0,
    webhooks: webhooks.get(id) ?? 0,
  }
}
