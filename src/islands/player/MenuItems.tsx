import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface Option<Id> {
  id: Id
  label: ReactNode
  hint?: ReactNode
  lang?: string | undefined
}

interface RadioMenuProps<Id> {
  label: string
  options: Option<Id>[]
  selected: Id
  onSelect(id: Id): void
}

export function RadioMenu<Id extends string>({
  label,
  options,
  selected,
  onSelect,
}: RadioMenuProps<Id>) {
  return (
    <div role="menu" aria-label={label} className="menu-options">
      {options.map(({ id, label: text, hint, lang }) => (
        <button
          key={id}
          type="button"
          role="menuitemradio"
          aria-checked={id === selected}
          className="menu-option"
          onClick={() => onSelect(id)}
        >
          <span className="menu-check">{id === selected && <Icon name="check" />}</span>
          <bdi lang={lang}>{text}</bdi> {hint && <span className="menu-hint">{hint}</span>}
        </button>
      ))}
    </div>
  )
}

interface SubmenuRowProps {
  icon: IconName
  label: string
  value: ReactNode
  onOpen(): void
}

/** A row that opens a page of its own and shows the current value. */
export function SubmenuRow({ icon, label, value, onOpen }: SubmenuRowProps) {
  return (
    <button type="button" className="menu-row" onClick={onOpen}>
      <Icon name={icon} className="text-xl" />
      <span>{label}</span> <span className="menu-value">{value}</span>
      <Icon name="chevron" className="text-lg opacity-70" />
    </button>
  )
}

interface SwitchRowProps {
  icon: IconName
  label: string
  isOn: boolean
  onToggle(): void
}

export function SwitchRow({ icon, label, isOn, onToggle }: SwitchRowProps) {
  return (
    <button type="button" className="menu-row" role="switch" aria-checked={isOn} onClick={onToggle}>
      <Icon name={icon} className="text-xl" />
      <span>{label}</span>
      <span className="menu-switch" aria-hidden="true" />
    </button>
  )
}

interface StepperRowProps {
  icon: IconName
  label: string
  value: string
  less: string
  more: string
  onStep(by: 1 | -1): void
}

/** A value with a button on each side. */
export function StepperRow({ icon, label, value, less, more, onStep }: StepperRowProps) {
  return (
    <div className="menu-row menu-stepper" role="group" aria-label={label}>
      <Icon name={icon} className="text-xl" />
      <span className="flex-1">{label}</span>
      <button type="button" className="control" aria-label={less} onClick={() => onStep(-1)}>
        <Icon name="minus" />
      </button>
      <span className="menu-value" aria-live="polite">
        {value}
      </span>
      <button type="button" className="control" aria-label={more} onClick={() => onStep(1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
