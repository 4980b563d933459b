import type { ComponentProps } from 'react'
import { Spinner } from './Spinner.tsx'

const KINDS = { action: 'btn-action', quiet: 'btn-quiet', line: 'btn-line' }

type Props = ComponentProps<'button'> & { kind?: keyof typeof KINDS; isLoading?: boolean }

/** A button. While loading it keeps its width and focus and ignores clicks. */
export function Button(props: Props) {
  const { kind = 'action', isLoading = false, className, children, onClick, ...button } = props
  return (
    <button
      type="button"
      {...button}
      className={`${KINDS[kind]} relative ${className ?? ''}`}
      aria-disabled={isLoading || undefined}
      aria-busy={isLoading || undefined}
      onClick={event => {
        if (isLoading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <span className={`inline-flex items-center gap-2 ${isLoading ? 'opacity-0' : ''}`}>
        {children}
      </span>
      {isLoading && <Spinner className="absolute" />}
    </button>
  )
}
