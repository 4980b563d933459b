import type { Data } from '#src/contract/endpoint.ts'
import type { listAvatars } from '#src/contract/endpoints/session.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { Avatar } from './Avatar.tsx'

export type AvatarItem = Data<typeof listAvatars>['items'][number]
const KINDS = ['default', 'type_1', 'type_2'] as const
const SIZE = 72

type T = Translate<
  | 'profiles.avatar.choose'
  | 'profiles.avatar.default'
  | 'profiles.avatar.type_1'
  | 'profiles.avatar.type_2'
  | 'profiles.avatar.option'
>
type Props = {
  avatars: readonly AvatarItem[]
  value: string
  onChange: (id: string) => void
  t: T
}

/** Avatars in three groups of radio buttons, through which arrow keys move. */
export function AvatarPicker({ avatars, value, onChange, t }: Props) {
  return (
    <fieldset className="m-0 p-0 border-0 min-w-0">
      <legend className="p-0 mb-3 text-sm font-600">{t('profiles.avatar.choose')}</legend>
      <div className="grid gap-4">
        {KINDS.map(kind => (
          <div key={kind} className="grid gap-2">
            <span className="text-xs text-muted">{t(`profiles.avatar.${kind}`)}</span>
            <div className="avatar-grid">
              {avatars
                .filter(avatar => avatar.kind === kind)
                .map(({ id, image_path }, index) => (
                  <label key={id} className="avatar-option">
                    <input
                      type="radio"
                      name="avatar"
                      value={id}
                      checked={id === value}
                      onChange={() => onChange(id)}
                      aria-label={`${t(`profiles.avatar.${kind}`)}, ${t('profiles.avatar.option', { number: index + 1 })}`}
                    />
                    <Avatar path={image_path} size={SIZE} />
                  </label>
                ))}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
