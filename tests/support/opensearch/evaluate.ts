/**
 * The part of OpenSearch's query DSL that the product sends, evaluated document by document. Anything else is an error, including
 * a query whose score would depend on statistics of an index, which the test server does not have.
 */

export type Source = Record<string, unknown>
export type Mapping = Record<string, { type: string; index?: boolean; doc_values?: boolean }>
export type Body = Record<string, unknown>

export class QueryError extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.name = 'QueryError'
    this.type = type
  }
}

type Context = { mapping: Mapping; documents: readonly Source[] }
type Score = (source: Source) => number | null
type Clause = (body: Body, context: Context) => Score

const EXPANSIONS = 50
const EXACT: Record<string, (field: string, asked: unknown, context: Context) => Score> = {
  term: (field, asked) => whereAny(field, value => value === askedValue(asked)),
  terms: (field, asked) => whereAny(field, value => (asked as unknown[]).includes(value)),
  prefix: (field, asked) =>
    whereAny(field, value => String(value).startsWith(String(askedValue(asked)))),
  range: (field, asked) => whereAny(field, value => isInRange(Number(value), asked as Body)),
  fuzzy: (field, asked, context) => {
    const near = new Set(nearTerms(field, asked as Body, context))
    return whereAny(field, value => near.has(String(value)))
  },
}
const COMPOUND: Record<string, Clause> = { bool, dis_max: disMax, constant_score: constantScore }

/** @returns the score of a document, or null if it does not match @throws QueryError */
export function scorer(query: unknown, context: Context, isFilter = false): Score {
  const [[name, body] = ['', {}], ...others] = Object.entries(query as Body)
  if (others.length > 0) throw parsing('a query has one name')
  const compound = COMPOUND[name]
  if (compound && !isFilter) return compound(body as Body, context)
  if (name === 'bool') return bool(body as Body, context, true)
  if (name === 'match_all') return () => (isFilter ? 0 : 1)
  const exact = EXACT[name]
  if (!exact) throw parsing(`unknown query [${name}]`)
  if (!isFilter) throw parsing(`[${name}] is scored by statistics: wrap it in constant_score`)
  const [[field, asked] = ['', null], ...fields] = Object.entries(body as Body)
  const mapped = context.mapping[field]
  if (fields.length > 0 || !mapped || mapped.index === false)
    throw parsing(`field [${field}] is not indexed`)
  return exact(field, asked, context)
}

/** Compares by a list such as `[{ _score: 'desc' }, { order: 'asc' }]`. */
export function comparator(sort: unknown, { mapping }: Pick<Context, 'mapping'>) {
  const orders = (sort as Record<string, string>[]).flatMap(one => Object.entries(one))
  for (const [field] of orders) {
    const mapped = mapping[field]
    if (field !== '_score' && (!mapped || mapped.doc_values === false))
      throw parsing(`cannot sort by [${field}]`)
  }
  type Hit = { score: number; source: Source }
  return (a: Hit, b: Hit): number => {
    for (const [field, direction] of orders) {
      const of = ({ score, source }: Hit) => (field === '_score' ? score : source[field])
      const [first, second] = [of(a), of(b)] as [number | string, number | string]
      if (first === second) continue
      return first < second === (direction === 'asc') ? -1 : 1
    }
    return 0
  }
}

function bool(body: Body, context: Context, isFilter = false): Score {
  const listOf = (name: string) => {
    const given = body[name] ?? []
    return (Array.isArray(given) ? given : [given]) as unknown[]
  }
  known(body, ['must', 'filter', 'should', 'must_not', 'minimum_should_match'])
  const must = listOf('must').map(query => scorer(query, context, isFilter))
  const filter = listOf('filter').map(query => scorer(query, context, true))
  const should = listOf('should').map(query => scorer(query, context, isFilter))
  const mustNot = listOf('must_not').map(query => scorer(query, context, true))
  const isOptional = must.length + filter.length + mustNot.length > 0
  const least = leastOf(body.minimum_should_match ?? (isOptional ? 0 : 1), should.length)
  return source => {
    if (filter.some(score => score(source) === null)) return null
    if (mustNot.some(score => score(source) !== null)) return null
    const required = must.map(score => score(source))
    if (required.includes(null)) return null
    const matching = should.map(score => score(source)).filter(score => score !== null)
    if (matching.length < (should.length > 0 ? least : 0)) return null
    const numbers = [...required, ...matching] as number[]
    return isFilter ? 0 : numbers.reduce((sum, score) => sum + score, 0)
  }
}

function disMax(body: Body, context: Context): Score {
  known(body, ['queries'])
  const queries = (body.queries as unknown[]).map(query => scorer(query, context))
  return source => {
    const scores = queries.map(score => score(source)).filter(score => score !== null)
    return scores.length === 0 ? null : Math.max(...scores)
  }
}

function constantScore(body: Body, context: Context): Score {
  known(body, ['filter', 'boost'])
  const filter = scorer(body.filter, context, true)
  const boost = Number(body.boost ?? 1)
  return source => (filter(source) === null ? null : boost)
}

/** Parses `minimum_should_match`: a number, or a share of the clauses, rounded down. */
function leastOf(asked: unknown, clauses: number): number {
  const text = String(asked)
  if (!text.endsWith('%')) return Number(text)
  return Math.max(1, Math.floor((clauses * Number.parseInt(text, 10)) / 100))
}

function whereAny(field: string, matches: (value: unknown) => boolean): Score {
  return source => (valuesOf(source, field).some(matches) ? 0 : null)
}

function valuesOf(source: Source, field: string): unknown[] {
  const value = source[field]
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** Returns the value of `{ field: value }` or `{ field: { value } }`. */
function askedValue(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null ? (asked as Body).value : asked
}

function isInRange(value: number, bounds: Body): boolean {
  known(bounds, ['gt', 'gte', 'lt', 'lte'])
  const { gt, gte, lt, lte } = bounds as Record<string, number | undefined>
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  )
}

/** Returns the nearest terms of a field, as many as a fuzzy query expands to. */
function nearTerms(field: string, asked: Body, { documents }: Context): string[] {
  known(asked, ['value', 'fuzziness', 'max_expansions'])
  const { value, fuzziness } = asked as { value: string; fuzziness: number }
  if (fuzziness > 2) throw parsing('fuzziness is 2 at most')
  const terms = new Set(documents.flatMap(source => valuesOf(source, field).map(String)))
  return [...terms]
    .map(term => ({ term, errors: distance(value, term) }))
    .filter(({ errors }) => errors <= fuzziness)
    .sort((a, b) => a.errors - b.errors)
    .slice(0, Number(asked.max_expansions ?? EXPANSIONS))
    .map(({ term }) => term)
}

/** The Damerau-Levenshtein distance (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row++)
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let errors = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        errors = Math.min(errors, at(row - 2, column - 2) + 1)
      ;(rows[row] as number[])[column] = errors
    }
  return at(a.length, b.length)
}

function known(body: Body, names: readonly string[]): void {
  const other = Object.keys(body).find(name => !names.includes(name))
  if (other !== undefined) throw parsing(`unknown field [${other}]`)
}

function parsing(message: string): QueryError {
  return new QueryError('parsing_exception', message)
}
