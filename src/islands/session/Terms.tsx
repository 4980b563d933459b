import { useId } from 'react'
import { RulesLink } from './RulesLink.tsx'
import type { SessionT } from './texts.ts'

type Props = {
  t: SessionT
  isAgreed: boolean
  isMissing: boolean
  onChange: (isAgreed: boolean) => void
}

export function Terms({ t, isAgreed, isMissing, onChange }: Props) {
  const id = useId()
  return (
    <div>
      <label className="flex items-start gap-3 text-sm leading-6 cursor-pointer">
        <input
          type="checkbox"
          name="terms"
          className="w-5 h-5 m-0 mt-0.5 accent-action"
          checked={isAgreed}
          onChange={({ target }) => onChange(target.checked)}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? id : undefined}
        />
        <span>
          <RulesLink text="session.register.acceptTerms" opensTab t={t} />
        </span>
      </label>
      {isMissing && (
        <p id={id} role="alert" className="m-0 mt-1.5 flex gap-1.5 text-sm text-bad">
          <i className="i-lucide-circle-alert mt-0.5" />
          {t('validation.terms')}
        </p>
      )}
    </div>
  )
}
