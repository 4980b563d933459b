import { useEffect, useEffectEvent } from 'react'
import { type Command, commandFor } from '#src/lib/player/keymap.ts'
import { remoteKeyName } from '#src/lib/tv/remote-keys.ts'
import { trapTab } from './focus.ts'

interface KeyOptions {
  root: HTMLElement
  isTv: boolean
  isPanelOpen: boolean
  areControlsVisible: boolean
  run(command: Command): void
}

export function useKeys({ root, run, ...state }: KeyOptions) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    trapTab(event, root)
    const target = event.target as HTMLElement
    if (event.defaultPrevented || target.matches('input, textarea, select')) return
    const command = commandFor(
      {
        key: remoteKeyName(event),
        code: event.code,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        shift: event.shiftKey,
      },
      {
        isTv: state.isTv,
        isPanelOpen: state.isPanelOpen,
        areControlsVisible: state.areControlsVisible || target.matches('.overlay-prompts *'),
        isOnButton: target.matches('button, a, [role="menuitemradio"]'),
        isOnSlider: target.matches('[role="slider"]'),
      },
    )
    if (!command) return
    event.preventDefault()
    run(command)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
