import { type ReactNode, useId } from 'react'

export type FieldTexts = {
  label: string
  /** Shown below the field and announced with it. */
  error?: string
  hint?: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}
type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type Props = FieldTexts & { className?: string; children: (control: Control) => ReactNode }

/** A frame with the label above and the hint or error below, both associated with the control. */
export function FieldFrame({ label, error, hint, hideLabel, className, children }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'block mb-1.5 text-sm font-600'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={`m-0 mt-1.5 flex items-start gap-1.5 text-sm ${error ? 'text-bad' : 'text-muted'}`}
        >
          {error && <i className="i-lucide-circle-alert mt-0.5" />}
          {note}
        </p>
      )}
    </div>
  )
}
