import type { Gateway } from '#src/contract/checkout.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { BankLogo } from './BankLogo.tsx'

type Texts = Translate<'checkout.gateway.choose'>
type Props = {
  gateways: readonly Gateway[]
  selected: string
  onChoose: (id: string) => void
  t: Texts
}

export function Gateways({ gateways, selected, onChoose, t }: Props) {
  return (
    <fieldset className="m-0 p-0 border-0 min-w-0">
      <legend className="p-0 mb-2 text-sm font-600">{t('checkout.gateway.choose')}</legend>
      <div className="grid gap-2">
        {gateways.map(({ id, title, logo }) => (
          <label key={id} className="gateway">
            <input
              type="radio"
              name="gateway"
              value={id}
              checked={id === selected}
              onChange={() => onChoose(id)}
              className="accent-action w-5 h-5 m-0"
            />
            <BankLogo code={id} logo={logo} icon="i-lucide-credit-card" />
            <b className="min-w-0 font-600">{title}</b>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
