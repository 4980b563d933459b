/** Shows what still uses an earlier SECRET, so that an operator knows when SECRET_PREVIOUS can be removed. */
import { SESSION } from '#src/contract/limits.ts'
import { countPinsByKey } from '../../accounts/profiles/pins-by-key.ts'
import { countSessionsByKey } from '../../accounts/session/sessions-by-key.ts'
import type { RowsByKey } from '../../platform/db/count-by-key.ts'
import type { Deps } from '../../platform/deps.ts'
import { countEndpointsByKey } from '../../platform/webhooks/endpoints.ts'

export type SecretUse = {
  /**
   * `current`: SECRET; `previous`: one of SECRET_PREVIOUS; `unset`: a secret that is no longer set; `unknown`: stored before the id of the
   * secret was recorded.
   */
  kind: 'current' | 'previous' | 'unset' | 'unknown'
  keyId: string | null
  sessions: number
  pins: number
  /** Number of webhook endpoints whose receiver was last shown the secret derived from this one. */
  webhooks: number
}

export type SecretStatus = {
  uses: SecretUse[]
  /** True if some rows can be read only with SECRET_PREVIOUS. */
  isPreviousNeeded: boolean
  /** Days without use after which a session expires; then no session uses an earlier SECRET. */
  sessionDays: number
}

type Counts = { sessions: RowsByKey; profiles: RowsByKey; pins: RowsByKey; webhooks: RowsByKey }

export async function readSecretStatus(
  deps: Pick<Deps, 'db' | 'now' | 'keyId' | 'previousKeyIds'>,
): Promise<SecretStatus> {
  const counts = {
    ...(await countSessionsByKey(deps)),
    pins: await countPinsByKey(deps.db),
    webhooks: await countEndpointsByKey(deps.db),
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

/** A session also uses the SECRET of its chosen profile. */
function rowsOf({ sessions, profiles, pins, webhooks }: Counts, id: string | null) {
  return {
    sessions: Math.max(sessions.get(id) ?? 0, profiles.get(id) ?? 0),
    pins: pins.get(id) ?? 0,
    webhooks: webhooks.get(id) ?? 0,
  }
}
