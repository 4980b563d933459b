import { getPackagesPage } from '#src/contract/endpoints/checkout.ts'
import type { Api } from '../api/client.ts'

/** Whether a package renews by direct debit: texts speak of it only then. For a child, who buys nothing, none does. */
export async function sellsDirectDebit(api: Api): Promise<boolean> {
  const { widgets } = await api(getPackagesPage).catch(() => ({ widgets: [] }))
  return widgets.some(
    widget =>
      widget.type === 'packages' &&
      widget.groups.some(({ packages }) =>
        packages.some(({ renewal }) => renewal === 'direct_debit'),
      ),
  )
}
