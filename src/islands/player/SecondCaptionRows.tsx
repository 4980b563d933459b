/** Settings for captions in a second language. */
import { useStore } from '@nanostores/react'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { RadioMenu, SubmenuRow } from './MenuItems.tsx'

/** Shown if there is a second language. A live stream has none. */
export function SecondCaptionRow({ onOpen }: { onOpen(): void }) {
  const { player, t } = usePlayer()
  const { isLive } = useStore(player.$state)
  const { caption } = useStore(player.$selection)
  const others = useOthers()
  const { secondCaption } = useStore($preferences)
  if (isLive || caption === null || others.length === 0) return null
  const selected = others.find(({ language }) => language === secondCaption)
  return (
    <SubmenuRow
      icon="captions"
      label={t('player.captions.second')}
      value={<bdi>{selected?.name ?? t('player.captions.second.off')}</bdi>}
      onOpen={onOpen}
    />
  )
}

export function SecondCaptionPage() {
  const { t } = usePlayer()
  const { secondCaption } = useStore($preferences)
  const others = useOthers()
  const isOffered = others.some(({ language }) => language === secondCaption)
  return (
    <RadioMenu
      label={t('player.captions.second')}
      options={[
        { id: '', label: t('player.captions.second.off') },
        ...others.map(({ name, language }) => ({ id: language, label: name, lang: language })),
      ]}
      selected={isOffered ? secondCaption : ''}
      onSelect={language => $preferences.setKey('secondCaption', language)}
    />
  )
}

function useOthers() {
  const { player } = usePlayer()
  const { captions } = useStore(player.$tracks)
  const { caption } = useStore(player.$selection)
  return captions.filter(({ id, language, kind }) => id !== caption && language !== '' && !kind)
}
