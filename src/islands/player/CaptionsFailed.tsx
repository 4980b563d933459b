import { usePlayer } from './context.ts'

/** Says for some seconds that the second captions do not come. */
export function CaptionsFailed() {
  const { t } = usePlayer()
  return <p className="caption is-second is-failure">{t('player.captions.second.failed')}</p>
}
