import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { detailRows } from '#src/lib/player/detail-rows.ts'
import { $areDetailsShown } from '#src/lib/player/details.store.ts'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

const EVERY_MS = 1_000

/** Technical data of the playback for support. It is Latin and left to right, as in the support's own tools. */
export default function PlaybackDetails() {
  const { player, video, t } = usePlayer()
  const descriptor = useStore(player.$descriptor)
  const [stats, setStats] = useState(() => player.stats())
  useEffect(() => {
    const timer = setInterval(() => setStats(player.stats()), EVERY_MS)
    return () => clearInterval(timer)
  }, [player])
  if (!stats) return null
  const size = { width: video.videoWidth, height: video.videoHeight }
  return (
    <section className="playback-details" aria-label={t('player.details')} data-focus-row="details">
      <button
        type="button"
        className="control"
        aria-label={t('common.close')}
        onClick={() => $areDetailsShown.set(false)}
      >
        <Icon name="close" />
      </button>
      <dl>
        {detailRows(stats, size, descriptor?.lease_id ?? null).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`player.details.${name}`)}</dt>
            <dd dir="ltr">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
