import { useReducer } from 'react'
import { checkVoucher } from '#src/contract/endpoints/checkout.ts'
import { api } from '#src/lib/api/browser.ts'
import { errorMessage } from '#src/lib/checkout/error-message.ts'
import { emptyVoucher, nextVoucher, type VoucherState } from '#src/lib/checkout/voucher.ts'

export type VoucherField = {
  state: VoucherState
  type: (text: string) => void
  submit: (code: string) => Promise<void>
  reject: (error: string) => void
  cancel: () => void
}

/** The voucher's state and the call that validates it. `unknown`: the text for a failure without a message. */
export function useVoucher(text: string, unknown: string): VoucherField {
  const [state, send] = useReducer(nextVoucher, text, emptyVoucher)
  return {
    state,
    type: typed => send({ type: 'typed', text: typed }),
    cancel: () => send({ type: 'cancelled' }),
    reject: error => {
      send({ type: 'submitted', text: state.text })
      send({ type: 'rejected', text: state.text, error })
    },
    submit: async code => {
      send({ type: 'submitted', text: code })
      try {
        const info = await api(checkVoucher, { query: { code } })
        send({ type: 'accepted', text: code, info })
      } catch (error) {
        send({ type: 'rejected', text: code, error: errorMessage(error) ?? unknown })
      }
    },
  }
}
