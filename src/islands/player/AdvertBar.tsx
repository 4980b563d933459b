import { useStore } from '@nanostores/react'
import { secondsUntilSkip } from '#src/lib/player/advert-tracking.ts'
import { usePlayer } from './context.ts'

/** The bar that replaces the control bar while an advert plays. */
export function AdvertBar() {
  const { player, t } = usePlayer()
  const { time, end } = useStore(player.$timeline)
  const descriptor = useStore(player.$descriptor)
  const advert = descriptor?.advert
  if (!advert) return null
  const skipIn = secondsUntilSkip(advert.skip_after, time)
  return (
    <div className="advert-bar">
      <span className="advert-label">{t('player.advert.label')}</span>
      <span className="advert-remaining">
        {end > 0 && t('player.advert.remaining', { seconds: Math.max(0, Math.ceil(end - time)) })}
      </span>
      {advert.click_url && (
        <a
          className="player-button"
          href={advert.click_url}
          target="_blank"
          rel="noopener noreferrer sponsored"
          onClick={() => {
            player.clickAdvert()
            player.pause()
          }}
        >
          {t('player.advert.visit')}
        </a>
      )}
      {skipIn !== null && (
        <button
          type="button"
          className="player-button"
          data-kind="main"
          disabled={skipIn > 0}
          onClick={() => player.skipAdvert()}
        >
          {skipIn > 0 ? t('player.advert.skipIn', { seconds: skipIn }) : t('player.advert.skip')}
        </button>
      )}
    </div>
  )
}
