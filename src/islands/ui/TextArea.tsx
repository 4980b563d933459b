import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

/** A multi-line text field. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'id'> & FieldTexts) {
  const { label, error, hint, hideLabel, className, ...area } = props
  return (
    <FieldFrame {...{ label, error, hint, hideLabel, className }}>
      {control => (
        <textarea
          rows={5}
          dir="auto"
          {...area}
          {...control}
          className={`field py-3 resize-y ${error ? 'border-bad' : ''}`}
        />
      )}
    </FieldFrame>
  )
}
