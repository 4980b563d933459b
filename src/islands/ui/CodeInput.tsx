import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { localDigits, toLatinDigits } from '#src/lib/text/digits.ts'

type Props = {
  label: string
  length: number
  language: Language
  value: string
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  /** Shows dots instead of digits. */
  isSecret?: boolean
  /** Allows autofill from an SMS. */
  isOneTime?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  name?: string
  onChange: (code: string) => void
  /** Called after the last digit. */
  onComplete?: (code: string) => void
}

/** Digit boxes drawn over one input. Paste, autofill, Persian digits and screen readers work like in any input. */
export function CodeInput(props: Props) {
  const { label, length, language, value, error, isSecret, isOneTime, isDisabled } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [hasFocus, setFocus] = useState(false)

  // The input may have been focused before hydration.
  useEffect(() => setFocus(document.activeElement === input.current), [])

  function take(typed: string) {
    const code = toLatinDigits(typed).replace(/\D/g, '').slice(0, length)
    if (code === value) return
    props.onChange(code)
    if (code.length === length) props.onComplete?.(code)
  }
  function paste(event: ClipboardEvent) {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }

  return (
    <div>
      <label htmlFor={id} className={props.hideLabel ? 'sr-only' : 'block mb-2 text-sm font-600'}>
        {label}
      </label>
      <div className="relative" dir="ltr">
        <input
          ref={input}
          id={id}
          name={props.name}
          type="text"
          inputMode="numeric"
          autoComplete={isOneTime ? 'one-time-code' : 'off'}
          pattern="[0-9۰-۹٠-٩]*"
          className="code-input"
          value={value}
          disabled={isDisabled}
          // biome-ignore lint/a11y/noAutofocus: the only field of a step that the viewer has just opened
          autoFocus={props.autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={({ target }) => take(target.value)}
          onPaste={paste}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onSelect={() => input.current?.setSelectionRange(length, length)}
        />
        <div className="code-boxes" aria-hidden="true" data-invalid={error ? '' : undefined}>
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              data-filled={value[index] ? '' : undefined}
              data-active={
                hasFocus && index === Math.min(value.length, length - 1) ? '' : undefined
              }
            >
              {value[index] && (isSecret ? '•' : localDigits(value[index], language))}
            </span>
          ))}
        </div>
      </div>
      {error && (
        <p
          id={`${id}-note`}
          role="alert"
          className="m-0 mt-2 flex items-start gap-1.5 text-sm text-bad"
        >
          <i className="i-lucide-circle-alert mt-0.5" />
          {error}
        </p>
      )}
    </div>
  )
}
