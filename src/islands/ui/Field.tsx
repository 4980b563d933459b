import { type ComponentProps, type ReactNode, useState } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type Props = Omit<ComponentProps<'input'>, 'id'> &
  FieldTexts & {
    /** Codes, numbers, passwords and e-mail addresses are left to right in every language. */
    isLtr?: boolean
    /** Names of the button that shows a password: `{ show: t('common.show'), hide: t('common.hide') }`. */
    toggle?: { show: string; hide: string }
    /** Content inside the field at its end, such as a button. */
    end?: ReactNode
  }

/** A single-line text field. */
export function Field(props: Props) {
  const { label, error, hint, hideLabel, isLtr, toggle, end, className, type, ...input } = props
  const [isShown, setShown] = useState(false)
  const hasEnd = toggle !== undefined || end !== undefined
  return (
    <FieldFrame {...{ label, error, hint, hideLabel, className }}>
      {control => (
        <div className="relative" dir={isLtr ? 'ltr' : undefined}>
          <input
            {...input}
            {...control}
            type={toggle && isShown ? 'text' : type}
            className={`field ${hasEnd ? 'pe-13' : ''} ${error ? 'border-bad' : ''}`}
          />
          {toggle && (
            <button
              type="button"
              className="btn-icon absolute end-0.5 top-0.5"
              aria-label={`${isShown ? toggle.hide : toggle.show}: ${label}`}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <i className={isShown ? 'i-lucide-eye-off' : 'i-lucide-eye'} />
            </button>
          )}
          {end && <div className="absolute end-0.5 top-0.5">{end}</div>}
        </div>
      )}
    </FieldFrame>
  )
}
