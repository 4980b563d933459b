/** Indexes of the OpenSearch test server: documents with external versions, visible after a refresh, and aliases. */
import { type Body, comparator, type Mapping, QueryError, type Source, scorer } from './evaluate.ts'

type Stored = { version: number; source: Source | null }
type Index = {
  mapping: Mapping | null
  isStrict: boolean
  sourceFields: readonly string[] | null
  aliases: Set<string>
  documents: Map<string, Stored>
  /** Documents that searches see. */
  visible: Map<string, Source>
}
type Item = { status: number; error?: { type: string } }

const NAME = /^[a-z0-9][a-z0-9_.-]*$/

export type Indexes = ReturnType<typeof createIndexes>

export function createIndexes() {
  const all = new Map<string, Index>()

  /** @throws QueryError */
  function resolve(name: string): Index {
    const index = all.get(name) ?? [...all.values()].find(({ aliases }) => aliases.has(name))
    if (!index) throw new QueryError('index_not_found_exception', `no such index [${name}]`)
    return index
  }

  function create(name: string, body: Body): void {
    if (!NAME.test(name)) throw new QueryError('invalid_index_name_exception', name)
    if (all.has(name)) throw new QueryError('resource_already_exists_exception', name)
    const mappings = (body.mappings ?? {}) as Body
    const { includes } = (mappings._source ?? {}) as { includes?: string[] }
    all.set(name, {
      mapping: (mappings.properties as Mapping | undefined) ?? null,
      isStrict: mappings.dynamic === 'strict',
      sourceFields: includes ?? null,
      aliases: new Set(Object.keys((body.aliases ?? {}) as Body)),
      documents: new Map(),
      visible: new Map(),
    })
  }

  /** Runs a `_bulk` request. An unknown index is created, unless the name must be an alias. */
  function bulk(name: string, lines: readonly Body[], requiresAlias: boolean): Body[] {
    const isAlias = [...all.values()].some(({ aliases }) => aliases.has(name))
    const items: Body[] = []
    for (let at = 0; at < lines.length; ) {
      const [[action, target] = ['', {}]] = Object.entries(lines[at] as Body)
      const source = action === 'delete' ? null : (lines[at + 1] as Source)
      at += source ? 2 : 1
      if (requiresAlias && !isAlias) {
        items.push({ [action]: { status: 404, error: { type: 'index_not_found_exception' } } })
        continue
      }
      if (!isAlias && !all.has(name)) create(name, {})
      items.push({ [action]: write(resolve(name), target as Body, source) })
    }
    return items
  }

  function write(index: Index, target: Body, source: Source | null): Item {
    const {
      _id: id,
      version = 0,
      version_type: kind,
    } = target as {
      _id: string
      version?: number
      version_type?: string
    }
    const old = index.documents.get(id)
    if (kind === 'external_gte' && old && version < old.version)
      return { status: 409, error: { type: 'version_conflict_engine_exception' } }
    const unknown = Object.keys(source ?? {}).find(field => !index.mapping?.[field])
    if (index.isStrict && unknown)
      return { status: 400, error: { type: 'strict_dynamic_mapping_exception' } }
    index.documents.set(id, { version, source })
    if (source) return { status: old?.source ? 200 : 201 }
    return { status: old?.source ? 200 : 404 }
  }

  function refresh(names: readonly string[]): void {
    for (const index of names.map(resolve)) {
      const living = [...index.documents].filter(([, { source }]) => source)
      index.visible = new Map(living.map(([id, { source }]) => [id, source as Source]))
    }
  }

  /** Applies all actions, or none. */
  function updateAliases(actions: readonly Body[]): void {
    const changes = actions.map(action => {
      const [[name, body] = ['', {}]] = Object.entries(action)
      const { index = '', alias = '' } = body as { index?: string; alias?: string }
      const target = all.get(index)
      if (!target) throw new QueryError('index_not_found_exception', `no such index [${index}]`)
      if (name === 'add') return () => void target.aliases.add(alias)
      if (name === 'remove_index') return () => void all.delete(index)
      throw new QueryError('illegal_argument_exception', `unknown action [${name}]`)
    })
    for (const change of changes) change()
  }

  function aliases(patterns: readonly string[]): Body {
    const matches = (name: string) =>
      patterns.some(pattern =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
      )
    const found = [...all].filter(([name]) => matches(name))
    return Object.fromEntries(
      found.map(([name, index]) => [
        name,
        { aliases: Object.fromEntries([...index.aliases].map(alias => [alias, {}])) },
      ]),
    )
  }

  /** @throws QueryError */
  function search(name: string, { query, sort, size, _source }: Body): Body {
    const { mapping, visible, sourceFields } = resolve(name)
    const context = { mapping: mapping ?? {}, documents: [...visible.values()] }
    const score = scorer(query, context)
    const hits = [...visible]
      .map(([id, source]) => ({ id, source, score: score(source) }))
      .filter((hit): hit is typeof hit & { score: number } => hit.score !== null)
      .sort(comparator(sort, context))
      .slice(0, Number(size))
    const stored = (_source as string[]).filter(field => sourceFields?.includes(field) ?? true)
    return {
      took: 1,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        hits: hits.map(hit => ({
          _index: name,
          _id: hit.id,
          _score: hit.score,
          _source: Object.fromEntries(
            stored.filter(field => field in hit.source).map(field => [field, hit.source[field]]),
          ),
        })),
      },
      status: 200,
    }
  }

  return { all, create, bulk, refresh, updateAliases, aliases, search }
}
