/** Current values in the rows of the settings. */
import { useStore } from '@nanostores/react'
import { localDigits } from '#src/lib/text/digits.ts'
import { usePlayer } from './context.ts'

export function AudioSummary() {
  const { player } = usePlayer()
  const { audio } = useStore(player.$selection)
  return <bdi>{useStore(player.$tracks).audio.find(track => track.id === audio)?.name}</bdi>
}

export function CaptionSummary() {
  const { player, t } = usePlayer()
  const { caption } = useStore(player.$selection)
  const track = useStore(player.$tracks).captions.find(it => it.id === caption)
  return <bdi>{track?.name ?? t('player.captions.off')}</bdi>
}

export function SpeedSummary() {
  const { player, t } = usePlayer()
  const { rate } = useStore(player.$state)
  return rate === 1 ? t('player.speed.normal') : t('player.speed.value', { speed: rate })
}

export function QualitySummary() {
  const { player, t, language } = usePlayer()
  const { quality, height } = useStore(player.$selection)
  const name = `${localDigits(height, language)}p`
  if (quality !== null) return <bdi>{name}</bdi>
  return height > 0
    ? t('player.quality.autoNow', { quality: `${height}p` })
    : t('player.quality.auto')
}
