import { useState } from 'react'
import type { ShareResult } from '#src/lib/library/share.ts'
import { urlAtPosition } from '#src/lib/player/start-position.ts'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'

const TEXTS = {
  shared: '',
  closed: '',
  copied: 'player.share.copied',
  failed: 'player.share.failed',
} as const satisfies Record<ShareResult, string>

interface ShareButtonProps {
  t: PlayerTexts
  className: string
  title: string
  /** Returns the position in seconds. */
  position(): number
}

/** Shares the URL of the title with the current position. */
export function ShareButton({ t, className, title, position }: ShareButtonProps) {
  const [result, setResult] = useState<ShareResult>('closed')
  const text = TEXTS[result]
  async function share() {
    const url = urlAtPosition(location.href, position())
    const { shareUrl } = await import('#src/lib/library/share.ts')
    return shareUrl(title, url)
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() => void share().then(setResult, () => setResult('failed'))}
    >
      <Icon name="share" className="text-xl" />
      <span>{t('player.share')}</span>
      <span className="menu-value" role="status">
        {text && t(text)}
      </span>
    </button>
  )
}
