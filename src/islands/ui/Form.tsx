import { type ComponentProps, useEffect, useRef, useState } from 'react'

/**
 * A form that puts the focus on its first invalid field after a submission, also when the service finds the mistake. A button
 * that checks the fields without submitting has the attribute `data-checks`.
 */
export function Form({ onSubmit, onClickCapture, onInput, ...form }: ComponentProps<'form'>) {
  const element = useRef<HTMLFormElement>(null)
  const isChecked = useRef(false)
  const [, render] = useState(0)

  function check() {
    isChecked.current = true
    // The same mistake again changes no state of the caller.
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
        // Whoever types on is not interrupted.
        isChecked.current = false
        onInput?.(event)
      }}
    />
  )
}
