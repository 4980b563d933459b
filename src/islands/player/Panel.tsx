import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { remoteKeyName } from '#src/lib/tv/remote-keys.ts'
import { usePlayer } from './context.ts'
import { focusFirst } from './focus.ts'
import { Icon } from './Icon.tsx'

/** https://html.spec.whatwg.org/multipage/interaction.html#closewatcher; not in TypeScript's library yet. */
declare class CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

interface PanelProps {
  id: string
  title: string
  onClose(): void
  onBack?: (() => void) | undefined
  children: ReactNode
  isFullHeight?: boolean
}

/** A modal panel over the video: above the control bar, or a bottom sheet on a phone. It traps the focus. */
export function Panel({ id, title, onClose, onBack, children, isFullHeight }: PanelProps) {
  const { root, t } = usePlayer()
  const focusedBefore = useRef(document.activeElement)

  const goBack = onBack ?? onClose
  useCloseRequest(goBack, title)
  useEffect(() => focusFirst(root), [root, title])
  useEffect(() => {
    const opener = focusedBefore.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  /** Closes one level at a time: from a page of the panel to the previous page, and from the first page to the video. */
  function onKeyDown(event: KeyboardEvent) {
    const key = remoteKeyName(event)
    if (key !== 'Escape' && key !== 'GoBack') return
    event.preventDefault()
    goBack()
  }

  return (
    <>
      <button
        type="button"
        className="panel-backdrop"
        tabIndex={-1}
        aria-label={t('common.close')}
        onClick={onClose}
      />
      <div
        id={id}
        className="panel"
        data-focus-scope=""
        data-full-height={isFullHeight ? '' : undefined}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        onKeyDown={onKeyDown}
      >
        <header className="panel-header">
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
          <h2 className="panel-title">{title}</h2>
          <button
            type="button"
            className="control"
            aria-label={t('common.close')}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        <div className="panel-body">{children}</div>
      </div>
    </>
  )
}

/**
 * Calls `onClose` if the system asks to close the open layer, for example with Android's Back, which would otherwise leave the
 * page. Each `layer` gets one request: another value is another layer.
 */
function useCloseRequest(onClose: () => void, layer: string) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!('CloseWatcher' in window)) return undefined
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [layer])
}
