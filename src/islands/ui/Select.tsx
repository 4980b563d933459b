import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

/** The native select; its children are the options. */
export function Select(props: Omit<ComponentProps<'select'>, 'id'> & FieldTexts) {
  const { label, error, hint, hideLabel, className, children, ...select } = props
  return (
    <FieldFrame {...{ label, error, hint, hideLabel, className }}>
      {control => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={`field appearance-none pe-11 cursor-pointer ${error ? 'border-bad' : ''}`}
          >
            {children}
          </select>
          <i className="i-lucide-chevron-down absolute end-4 top-4 text-muted pointer-events-none" />
        </div>
      )}
    </FieldFrame>
  )
}
