import { usePlayer } from './context.ts'

/** Shows for a few seconds that the second captions could not be loaded. */
export function CaptionsFailed() {
  const { t } = usePlayer()
  return <p className="caption is-second is-failure">{t('player.captions.second.failed')}</p>
}
