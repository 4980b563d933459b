import { useStore } from '@nanostores/react'
import { DATA_SAVER_HEIGHT, isDataSaverOn } from '#src/lib/player/data-saver.ts'
import { PLAYBACK_RATES } from '#src/lib/player/playback-rate.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { qualityOptions } from '#src/lib/player/tracks.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { usePlayer } from './context.ts'
import { RadioMenu, SubmenuRow, SwitchRow } from './MenuItems.tsx'
import { CaptionSummary } from './SettingsSummary.tsx'

export type SettingsPage =
  | 'root'
  | 'audio'
  | 'captions'
  | 'second'
  | 'speed'
  | 'quality'
  | 'size'
  | 'style'
  | 'textColour'
  | 'backgroundColour'
  | 'opacity'
  | 'edge'
  | 'shortcuts'

export function AudioPage({ onOpen }: { onOpen(page: SettingsPage): void }) {
  const { player, t } = usePlayer()
  const { audio, captions } = useStore(player.$tracks)
  const selection = useStore(player.$selection)
  return (
    <>
      <RadioMenu
        label={t('player.audio')}
        options={audio.map(({ id, name, language }) => ({ id, label: name, lang: language }))}
        selected={selection.audio ?? ''}
        onSelect={id => player.selectAudio(id)}
      />
      {captions.length > 0 && (
        <SubmenuRow
          icon="captions"
          label={t('player.captions')}
          value={<CaptionSummary />}
          onOpen={() => onOpen('captions')}
        />
      )}
    </>
  )
}

export function SpeedPage() {
  const { player, t } = usePlayer()
  const { rate } = useStore(player.$state)
  return (
    <RadioMenu
      label={t('player.speed')}
      options={PLAYBACK_RATES.map(speed => ({
        id: String(speed),
        label: speed === 1 ? t('player.speed.normal') : t('player.speed.value', { speed }),
      }))}
      selected={String(rate)}
      onSelect={speed => player.setRate(Number(speed))}
    />
  )
}

export function QualityPage() {
  const { player, t, language } = usePlayer()
  const { qualities } = useStore(player.$tracks)
  const { quality, height } = useStore(player.$selection)
  const { dataSaver } = useStore($preferences)
  const isSaving = isDataSaverOn(dataSaver)
  const options = qualityOptions(qualities)
  const shown = options.filter(it => !isSaving || it.height <= DATA_SAVER_HEIGHT)
  const current = height > 0 ? `${localDigits(height, language)}p` : undefined
  return (
    <>
      <RadioMenu
        label={t('player.quality')}
        options={[
          {
            id: 'auto',
            label: t('player.quality.auto'),
            hint: quality === null ? current : undefined,
          },
          ...shown.map(({ id, height }) => ({
            id,
            label: `${localDigits(height, language)}p`,
          })),
        ]}
        selected={quality ?? 'auto'}
        onSelect={id => player.selectQuality(id === 'auto' ? null : id)}
      />
      <SwitchRow
        icon="saver"
        label={t('player.dataSaver')}
        isOn={isSaving}
        onToggle={() => player.setDataSaver(!isSaving)}
      />
    </>
  )
}
