import { useEffect, useEffectEvent } from 'react'
import { type Command, commandFor } from '#src/lib/player/keymap.ts'
import { trapTab } from './focus.ts'

interface KeyState {
  root: HTMLElement
  isTv: boolean
  isMenuOpen: boolean
  areControlsVisible: boolean
  run(command: Command): void
}

export function useKeys(state: KeyState) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    trapTab(event, state.root)
    const target = event.target as HTMLElement
    if (event.defaultPrevented || target.matches('input, textarea, select')) return
    const command = commandFor(
      {
        key: event.key,
        code: event.code,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        shift: event.shiftKey,
      },
      {
        isTv: state.isTv,
        isMenuOpen: state.isMenuOpen,
        areControlsVisible: state.areControlsVisible || target.matches('.overlay-prompts *'),
        isOnButton: target.matches('button, a, [role="menuitemradio"]'),
        isOnSlider: target.matches('[role="slider"]'),
      },
    )
    if (!command) return
    event.preventDefault()
    state.run(command)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
