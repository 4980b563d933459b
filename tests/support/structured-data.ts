/**
 * Checks structured data against Google's rules (by type, with Adobe's validator) and against ours: no empty field, absolute
 * addresses. Types check where it is written that fields exist in schema.org.
 */
import Validator from '@adobe/structured-data-validator'

/**
 * Fields that Google requires for a film and that the validator does not check:
 * https://developers.google.com/search/docs/appearance/structured-data/movie
 */
const REQUIRED: Record<string, readonly string[]> = {
  Movie: ['name', 'url'],
  TVSeries: ['name', 'url'],
  TVEpisode: ['name'],
  Audiobook: ['name', 'url'],
  WatchAction: ['target'],
  ListenAction: ['target'],
  EntryPoint: ['urlTemplate', 'actionPlatform'],
  ActionAccessSpecification: ['category'],
}

/** @returns errors by Google's rules and ours; empty if there are none */
export async function findings(block: unknown): Promise<string[]> {
  const ld = block as Record<string, unknown>
  const issues = await new Validator().validate({
    jsonld: { [String(ld['@type'])]: [ld] },
    microdata: {},
    rdfa: {},
  })
  const errors = issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ issueMessage, path }) => `${issueMessage} (${JSON.stringify(path)})`)
  if (ld['@context'] !== 'https://schema.org') errors.push('no context')
  return [...errors, ...problemsIn(ld, String(ld['@type']))]
}

function problemsIn(value: unknown, where: string): string[] {
  if (value === null || value === undefined || value === '') return [`${where} is empty`]
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${where} is empty`]
    return value.flatMap((part, at) => problemsIn(part, `${where}[${at}]`))
  }
  if (typeof value === 'string') return addressProblem(value, where)
  if (typeof value !== 'object') return []
  const { '@type': type, ...fields } = value as Record<string, unknown>
  const names = Object.keys(fields).filter(name => name !== '@context')
  if (typeof type !== 'string') return [`${where} has no type`]
  if (names.length === 0) return [`${where} says nothing`]
  const missing = (REQUIRED[type] ?? []).filter(name => !(name in fields))
  return [
    ...missing.map(name => `${where} lacks ${name}`),
    ...names.flatMap(name => problemsIn(fields[name], `${where}.${name}`)),
  ]
}

const ADDRESS = /\.(url|@id|item|image|logo|embedUrl|thumbnailUrl|urlTemplate|target)(\[\d+\])?$/

function addressProblem(text: string, where: string): string[] {
  if (!ADDRESS.test(where)) return []
  return /^https?:\/\/[^/]+\/?/.test(text) && URL.canParse(text) ? [] : [`${where} is no address`]
}
