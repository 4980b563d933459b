import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { readNetworks, writeNetworks } from '../../../platform/adapters/networks/make.ts'
import { findNetwork, networksFile } from '../../../platform/adapters/networks/networks.ts'
import { readEnv } from '../../../platform/env.ts'
import { UsageError } from '../framework/errors.ts'
import { fileField, optional, repeatedField, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line, joinNames as listed } from '../terminal.ts'

const MOST_SHOWN = 5

export default {
  actions: {
    make: defineAction({
      summary: 'Builds networks.csv from the files that the registries publish',
      details: 'docs/networks.md names the files. The new list replaces the old one.',
      args: { file: repeatedField(fileField('FILE', 'such as delegated-ripencc-extended-latest')) },
      options: {
        names: optional(fileField('FILE', 'names of providers, such as asn.txt of RIPE NCC')),
      },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun, progress }, { file: files, names }) => {
        for (const each of [...files, ...(names ? [names] : [])])
          if (!existsSync(each)) throw new UsageError(line`There is no file ${each}.`)
        const made = await readNetworks({ delegations: files, names }, text => progress(text, null))
        const { blocks, records, wrong, empty } = made
        if (empty.length > 0)
          throw new UsageError(`These files have no record: ${listed(empty)}. Nothing was changed.`)
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
              ? [line`${wrong.length} lines in total cannot be read.`]
              : []),
            ...(isDryRun ? [] : [line`The list is in ${to} and takes effect at once.`]),
          ],
          isIncomplete: wrong.length > 0,
          audit: { target: 'networks', details: counts },
        }
      },
    }),
    find: defineAction({
      summary: 'Shows the country and provider of an address',
      args: { address: textField('ADDRESS', 'IPv4 or IPv6') },
      effect: 'reads',
      transaction: 'none',
      run: async (_, { address }) => {
        if (isIP(address) === 0)
          throw new UsageError(
            line`${address} is not an IP address. Write an IPv4 or IPv6 address such as 192.0.2.1.`,
          )
        const file = networksFile(readEnv(undefined, { isReadOnly: true }))
        if (!existsSync(file))
          throw new UsageError(
            line`There is no file ${file}. Build it with ./pardeh networks make.`,
          )
        const found = findNetwork(file, address)
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
