import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FADE_MS } from '#src/contract/limits.ts'

type Props = {
  isOpen: boolean
  /** While true, a click outside, Escape and the close button do not close it. */
  isLoading?: boolean
  title: string
  /** Name of the close button, `t('common.close')`. */
  close: string
  onClose: () => void
  /** Buttons at the bottom. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** The native modal dialog, which traps and restores the focus. It fades in 300 ms (spec §4). */
export function Dialog({ isOpen, isLoading = false, title, close, onClose, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const beganOutside = useRef(false)
  const isFilled = useLingering(isOpen)
  const titleId = useId()

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  function ask() {
    if (!isLoading) onClose()
  }
  function clickAway({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget && beganOutside.current) ask()
  }

  return (
    <dialog
      ref={dialog}
      className={`dialog ${rest.className ?? ''}`}
      aria-labelledby={titleId}
      aria-busy={isLoading}
      onPointerDown={event => {
        beganOutside.current = event.target === event.currentTarget
      }}
      onClick={clickAway}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        ask()
      }}
      onCancel={event => {
        event.preventDefault()
        ask()
      }}
    >
      {isFilled && (
        <div className="relative p-5 sm:p-6">
          <h2 id={titleId} className="m-0 me-10 text-lg font-700">
            {title}
          </h2>
          <div className="mt-3">{rest.children}</div>
          {rest.actions && (
            <div className="flex flex-wrap justify-end gap-3 mt-6">{rest.actions}</div>
          )}
          <button
            type="button"
            className="btn-icon absolute end-3 top-3"
            aria-label={close}
            disabled={isLoading}
            onClick={ask}
          >
            <i className="i-lucide-x text-lg" />
          </button>
        </div>
      )}
    </dialog>
  )
}

/** True while the dialog is open and during the closing fade. */
function useLingering(isOpen: boolean): boolean {
  const [lingers, setLingers] = useState(isOpen)
  useEffect(() => {
    if (isOpen) return setLingers(true)
    const timer = setTimeout(() => setLingers(false), FADE_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isOpen || lingers
}
