import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import { networkOf } from '../support/network.ts'
import type { Region } from './decision.ts'

/** Where an address is, by DATA_DIR/networks.csv; `unknown` without the file, and for addresses that are not in it. */
export function regionOf({ env }: Pick<Deps, 'env'>, address: string): Region {
  const { country } = networkOf(join(env.DATA_DIR, 'networks.csv'), address)
  if (country === '') return 'unknown'
  return country === 'IR' ? 'iran' : 'abroad'
}
