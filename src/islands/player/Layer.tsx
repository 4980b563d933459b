import { type ReactNode, useEffect, useRef } from 'react'
import { usePlayer } from './context.ts'
import { focusFirst } from './focus.ts'
import { Icon } from './Icon.tsx'

interface LayerProps {
  id: string
  title: string
  onClose(): void
  onBack?: (() => void) | undefined
  children: ReactNode
  wide?: boolean
}

/** A panel over the picture: beside the bar on a wide screen, from below on a phone. Focus stays inside. */
export function Layer({ id, title, onClose, onBack, children, wide }: LayerProps) {
  const { root, t } = usePlayer()
  const before = useRef(document.activeElement)

  useEffect(() => focusFirst(root), [root, title])
  useEffect(() => {
    const opener = before.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <>
      <button
        type="button"
        className="layer-scrim"
        tabIndex={-1}
        aria-label={t('common.close')}
        onClick={onClose}
      />
      <div
        id={id}
        className="layer"
        data-layer=""
        data-wide={wide ? '' : undefined}
        role="dialog"
        aria-modal="true"
        aria-label={title}
      >
        <header className="layer-head">
          {onBack && (
            <button
              type="button"
              className="control"
              aria-label={t('common.back')}
              onClick={onBack}
            >
              <Icon name="return" />
            </button>
          )}
          <h2 className="layer-title">{title}</h2>
          <button
            type="button"
            className="control"
            aria-label={t('common.close')}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        <div className="layer-body">{children}</div>
      </div>
    </>
  )
}
