import { useStore } from '@nanostores/react'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import { PLAYBACK_RATES } from '#src/lib/player/playback-rate.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'

export function RateSelect({ player, t }: { player: AudioBookPlayer; t: PlayerTexts }) {
  const { rate } = useStore($preferences)
  return (
    <label className="audio-book-tool">
      <Icon name="speed" />
      <span>{t('player.speed')}</span>
      <select value={String(rate)} onChange={event => player.setRate(Number(event.target.value))}>
        {PLAYBACK_RATES.map(speed => (
          <option key={speed} value={speed}>
            {speed === 1 ? t('player.speed.normal') : t('player.speed.value', { speed })}
          </option>
        ))}
      </select>
    </label>
  )
}
