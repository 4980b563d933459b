import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface Option {
  id: string
  label: ReactNode
  hint?: string | undefined
  lang?: string | undefined
}

interface ChoiceProps {
  label: string
  options: Option[]
  chosen: string
  onChoose(id: string): void
}

export function Choice({ label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <div role="menu" aria-label={label} className="menu-options">
      {options.map(({ id, label: text, hint, lang }) => (
        <button
          key={id}
          type="button"
          role="menuitemradio"
          aria-checked={id === chosen}
          className="choice-item"
          onClick={() => onChoose(id)}
        >
          <span className="choice-mark">{id === chosen && <Icon name="check" />}</span>
          <bdi lang={lang}>{text}</bdi> {hint && <span className="choice-hint">{hint}</span>}
        </button>
      ))}
    </div>
  )
}

interface RowProps {
  icon: IconName
  label: string
  value: ReactNode
  onOpen(): void
}

/** A line of the settings that opens a page of its own. */
export function ChoiceRow({ icon, label, value, onOpen }: RowProps) {
  return (
    <button type="button" className="choice-row" onClick={onOpen}>
      <Icon name={icon} className="text-xl" />
      <span>{label}</span> <span className="choice-value">{value}</span>
      <Icon name="chevron" className="text-lg opacity-70" />
    </button>
  )
}

interface SwitchProps {
  icon: IconName
  label: string
  isOn: boolean
  onToggle(): void
}

export function SwitchRow({ icon, label, isOn, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      className="choice-row"
      role="switch"
      aria-checked={isOn}
      onClick={onToggle}
    >
      <Icon name={icon} className="text-xl" />
      <span>{label}</span>
      <span className="player-toggle" aria-hidden="true" />
    </button>
  )
}
