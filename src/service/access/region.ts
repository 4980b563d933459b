import { networkOf, networksFile } from '../adapters/networks/networks.ts'
import type { Deps } from '../deps.ts'
import type { Region } from './decision.ts'

/** The region of an IP address by DATA_DIR/networks.csv; `unknown` without the file or an entry. */
export function regionOf({ env }: Pick<Deps, 'env'>, address: string): Region {
  const { country } = networkOf(networksFile(env), address)
  if (country === '') return 'unknown'
  return country === 'IR' ? 'iran' : 'abroad'
}
