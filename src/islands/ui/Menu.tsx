import {
  autoUpdate,
  FloatingFocusManager,
  offset,
  type Placement,
  shift,
  useClick,
  useDismiss,
  useFloating,
  useInteractions,
} from '@floating-ui/react'
import { type ReactElement, type ReactNode, useState } from 'react'

type Trigger = { ref: (node: HTMLElement | null) => void } & Record<string, unknown>
type Props = {
  label: string
  placement?: Placement
  className?: string
  /** Renders the trigger; spread the props on it. */
  trigger: (props: Trigger, isOpen: boolean) => ReactElement
  children: (close: () => void) => ReactNode
}

/** A popup menu. A click opens it; Escape, a click outside or a selection closes it. */
export function Menu({
  label,
  placement = 'bottom-end',
  className = '',
  trigger,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const { refs, floatingStyles, context } = useFloating({
    open: isOpen,
    onOpenChange: setOpen,
    placement,
    whileElementsMounted: autoUpdate,
    middleware: [offset(8), shift({ padding: 12 })],
  })
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useClick(context),
    useDismiss(context),
  ])
  return (
    <>
      {trigger(
        {
          ref: refs.setReference,
          ...getReferenceProps({ 'aria-haspopup': 'dialog', 'aria-expanded': isOpen }),
        },
        isOpen,
      )}
      {isOpen && (
        <FloatingFocusManager context={context} modal={false}>
          <div
            ref={refs.setFloating}
            style={floatingStyles}
            role="dialog"
            aria-label={label}
            className={`z-50 card bg-overlay shadow-2xl p-2 ${className}`}
            {...getFloatingProps()}
          >
            {children(() => setOpen(false))}
          </div>
        </FloatingFocusManager>
      )}
    </>
  )
}
