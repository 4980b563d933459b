/** Settings of the console of the team that contradict others. */

const MOST_PORT = 65_535
const DISTANCE = 1_000

/** Returns the port of the demo's console; 0 if it would be above the highest port. */
export function demoConsolePort(port: number): number {
  return port + DISTANCE > MOST_PORT ? 0 : port + DISTANCE
}

export function problemsOfConsole(given: Map<string, string>): string[] {
  const [port, origin, site] = ['STAFF_PORT', 'STAFF_ORIGIN', 'SITE_URL'].map(key => given.get(key))
  const isProduction = given.get('MODE') === 'production'
  const hasConsole = port !== undefined && port !== '0'
  const problems: string[] = []
  if (origin && !hasConsole && isProduction)
    problems.push('STAFF_ORIGIN has no effect without STAFF_PORT: set the port of the console too')
  if (hasConsole && port === (given.get('PORT') ?? '4321'))
    problems.push('STAFF_PORT is the port of the site: choose another one')
  if (hasConsole && isProduction && !origin?.startsWith('https:'))
    problems.push('STAFF_ORIGIN must begin with https: in production with STAFF_PORT')
  if (origin && site && URL.parse(origin)?.hostname === URL.parse(site)?.hostname)
    problems.push('STAFF_ORIGIN must not be the host of SITE_URL: cookies ignore ports')
  return problems
}
