import { switchProfile } from '#src/contract/endpoints/profiles.ts'
import { getSelf } from '#src/contract/endpoints/session.ts'
import type { ActiveProfile, Profile } from '#src/contract/profiles.ts'
import type { Api } from '../api/client.ts'
import { refreshSession, willChangeSession } from '../session/session.store.ts'
import { deviceStorage } from '../storage/web-storage.ts'

/** localStorage key of the profile that needs its PIN or was chosen last (spec §3). */
const PINNED_PROFILE_KEY = 'pinned-profile'

/** Switches to a profile and revalidates the session (spec §4). */
export async function activateProfile(
  api: Api,
  { id, name, avatar, age_type }: Profile,
  pin: string,
): Promise<ActiveProfile> {
  willChangeSession()
  const { profile } = await api(switchProfile, { body: { profile_id: id, pin } })
  const pinned = { profile_id: id, name, avatar: avatar.image_path, age_type }
  deviceStorage.set(PINNED_PROFILE_KEY, JSON.stringify(pinned))
  refreshSession()
  // The switch has succeeded, even if this call fails.
  await api(getSelf)
    .then(refreshSession)
    .catch(() => undefined)
  return profile
}
