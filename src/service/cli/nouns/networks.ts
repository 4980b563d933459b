import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { readNetworks, writeNetworks } from '../../adapters/networks/make.ts'
import { networkOf, networksFile } from '../../adapters/networks/networks.ts'
import { readEnv } from '../../env.ts'
import { UsageError } from '../framework/errors.ts'
import { optional, several, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names as listed } from '../terminal.ts'

const MOST_SHOWN = 5

export default {
  summary: 'Country and provider of addresses, for tickets and for titles of one country',
  actions: {
    make: action({
      summary: 'Makes networks.csv from the files that the registries publish',
      details: 'docs/networks.md names the files. The old list is replaced as a whole.',
      args: { file: several(word('FILE', 'such as delegated-ripencc-extended-latest')) },
      options: { names: optional(word('FILE', 'names of providers: asn.txt of RIPE NCC')) },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun, progress }, { file: files, names }) => {
        for (const each of [...files, ...(names ? [names] : [])])
          if (!existsSync(each)) throw new UsageError(line`There is no file ${each}.`)
        const made = await readNetworks({ delegations: files, names }, progress)
        const { blocks, records, wrong, empty } = made
        if (empty.length > 0)
          throw new UsageError(`No record is in ${listed(empty)}. Nothing was changed.`)
        const to = networksFile(deps.env)
        if (!isDryRun) await writeNetworks(to, blocks)
        const counts = {
          ranges: blocks.length,
          countries: new Set(blocks.map(({ country }) => country)).size,
          with_provider: blocks.filter(({ provider }) => provider !== '').length,
        }
        return {
          data: { file: to, records, ...counts, wrong },
          print: [
            line`${records} records: ${counts.ranges} ranges of ${counts.countries} countries, ${counts.with_provider} with a provider.`,
            ...wrong
              .slice(0, MOST_SHOWN)
              .map(({ file, line: at }) => line`${file}, line ${at} cannot be read.`),
            ...(wrong.length > MOST_SHOWN
              ? [line`${wrong.length} lines in all cannot be read.`]
              : []),
            ...(isDryRun ? [] : [line`They are in ${to}, and counted on at once.`]),
          ],
          isIncomplete: wrong.length > 0,
          audit: { target: 'networks', details: counts },
        }
      },
    }),
    find: action({
      summary: 'Says what the list knows of an address',
      args: { address: word('ADDRESS', 'IPv4 or IPv6') },
      effect: 'reads',
      transaction: 'none',
      run: async (_, { address }) => {
        if (isIP(address) === 0)
          throw new UsageError(line`${address} is no IPv4 or IPv6 address, such as 192.0.2.1.`)
        const file = networksFile(readEnv())
        if (!existsSync(file))
          throw new UsageError(
            line`There is no ${file}; npm run networks -- make --help says how to make it.`,
          )
        const found = networkOf(file, address)
        const { country, provider } = found
        return {
          data: { address, ...found },
          print: [
            country
              ? line`${address}: ${country}${provider ? `, ${provider}` : ''}`
              : line`${address} is not in the list.`,
          ],
        }
      },
    }),
  },
} satisfies Noun
