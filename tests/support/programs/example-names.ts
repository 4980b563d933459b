/** Loaded with `--import`: resolves names that end in `.example` to this machine, as a DNS server would. */
import dns from 'node:dns'

type Answer = (error: Error | null, address: unknown, family?: number) => void
const LOOPBACK = { address: '127.0.0.1', family: 4 }
const lookup = dns.lookup as (name: string, options: unknown, answer: Answer) => void

function lookupExamples(name: string, ...rest: unknown[]): void {
  const answer = rest.at(-1) as Answer
  const options = rest.length > 1 ? rest[0] : {}
  if (!name.endsWith('.example')) {
    lookup(name, options, answer)
    return
  }
  const isAll = (options as { all?: boolean } | null)?.all === true
  if (isAll) process.nextTick(answer, null, [LOOPBACK])
  else process.nextTick(answer, null, LOOPBACK.address, LOOPBACK.family)
}

Object.assign(dns, { lookup: lookupExamples })
