import type { Data } from '#src/contract/endpoint.ts'
import type { listAvatars } from '#src/contract/endpoints/session.ts'
import { invalidField } from '../../platform/http/api-error.ts'

type Avatar = Data<typeof listAvatars>['items'][number]

const COUNTS = { default: 8, type_1: 8, type_2: 8 } as const
const ROOT = '/avatars'

/** The avatars that users can choose: files of public/avatars, drawn by scripts/avatars. */
export const avatars: Avatar[] = Object.entries(COUNTS).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, index) => {
    const id = `${kind.replace('_', '-')}-${index + 1}`
    return { id, image_path: `${ROOT}/${id}`, kind: kind as Avatar['kind'] }
  }),
)
const byId = new Map(avatars.map(avatar => [avatar.id, avatar]))
const FIRST = 'default-1'

export function avatarPath(id: string | null): string {
  return avatarOf(id).image_path
}

export function avatarOf(id: string | null): { id: string; image_path: string } {
  const known = byId.get(id ?? FIRST)
  return { id: known?.id ?? FIRST, image_path: known?.image_path ?? `${ROOT}/${FIRST}` }
}

/** @throws ApiError validation_error */
export function requireKnownAvatar(id: string): void {
  if (!byId.has(id)) throw invalidField('avatar', 'validation.invalid')
}
