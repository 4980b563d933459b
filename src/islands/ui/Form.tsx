import { type ComponentProps, useEffect, useRef, useState } from 'react'

/**
 * A form that focuses its first invalid field after a submission, even if the service finds the error. A button with the attribute
 * `data-checks` checks the fields without submitting.
 */
export function Form({ onSubmit, onClickCapture, onInput, ...form }: ComponentProps<'form'>) {
  const element = useRef<HTMLFormElement>(null)
  const isChecked = useRef(false)
  const [, render] = useState(0)

  function check() {
    isChecked.current = true
    // Rendering again is necessary, because repeating the same mistake changes no state of the caller.
    render(count => count + 1)
  }
  useEffect(() => {
    if (!isChecked.current) return
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!invalid) return
    isChecked.current = false
    invalid.focus()
  })
  return (
    <form
      ref={element}
      noValidate
      {...form}
      onSubmit={event => {
        check()
        onSubmit?.(event)
      }}
      onClickCapture={event => {
        if (event.target instanceof Element && event.target.closest('[data-checks]')) check()
        onClickCapture?.(event)
      }}
      onInput={event => {
        // A visitor who continues to type must not lose the focus.
        isChecked.current = false
        onInput?.(event)
      }}
    />
  )
}
