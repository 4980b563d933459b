import { getPackagesPage } from '#src/contract/endpoints/checkout.ts'
import type { PublicApi } from '../api/client.ts'

/**
 * Returns true if a package renews by direct debit; only then do texts mention it. Always false for a child, who cannot
 * buy.
 */
export async function sellsDirectDebit(api: PublicApi): Promise<boolean> {
  const { widgets } = await api(getPackagesPage).catch(() => ({ widgets: [] }))
  return widgets.some(
    widget =>
      widget.type === 'packages' &&
      widget.groups.some(({ packages }) =>
        packages.some(({ renewal }) => renewal === 'direct_debit'),
      ),
  )
}
