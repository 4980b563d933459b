/**
 * Writes the catalogue to an OpenSearch server: first all of it into new indexes, which then take over the aliases
 * atomically, and afterwards the changes. One node at a time does so, under a database lock; its progress is stored as
 * a fact in the database.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { tryLockTransaction } from '../../../platform/db/advisory-locks.ts'
import { readFact, writeFact } from '../../../platform/db/facts.ts'
import type { Tx } from '../../../platform/db/open.ts'
import type { Deps } from '../../../platform/deps.ts'
import { FULL_READ_MS, readCatalogue, type Take } from '../catalogue-changes.ts'
import { runInSlices, type Steps } from '../steps.ts'
import type { Change, OpenSearchClient } from './client.ts'
import {
  artistDocument,
  INDEX_KINDS,
  type IndexKind,
  indexBody,
  titleDocument,
} from './documents.ts'
import { type IndexNames, isOfOlderSchema } from './index-names.ts'

/** Thrown while another node writes to the indexes. */
export class IndexBusy extends Error {
  constructor() {
    super('another node writes to the search indexes')
    this.name = 'IndexBusy'
  }
}

type IndexSync = {
  /** Writes pending changes. @throws IndexBusy, SearchEngineError, and errors of the database */
  update: () => Promise<void>
  /** True once any node has written the whole catalogue. */
  isComplete: () => Promise<boolean>
}

/** Mask for the number of documents between two pauses. */
const EVERY = 0x1f

const State = z.object({
  /** Index behind each alias. */
  indexes: z.object({ titles: z.string(), artists: z.string() }),
  mark: z.object({ until: z.number(), snapshot: z.string() }),
  /** Build time in ms since 1970. */
  builtAt: z.number(),
})
type State = z.infer<typeof State>
type Write = { targets: Record<IndexKind, string>; isAlias: boolean; holdLock: () => Promise<void> }

export function createIndexSync(
  { db, now, random }: Pick<Deps, 'db' | 'now' | 'random'>,
  client: OpenSearchClient,
  names: IndexNames,
): IndexSync {
  const time = () => now().getTime()

  /** Receives what is read from the catalogue; counts rows, and documents that are newer on the server. */
  function writer({ targets, isAlias, holdLock }: Write) {
    const counts = { rows: 0, conflicts: 0 }
    const write =
      <Row extends { id: string; isRemoved: boolean }>(
        kind: IndexKind,
        documentOf: (row: Row) => object,
      ) =>
      async (rows: Row[], snapshot: string) => {
        await holdLock()
        const changes = await runInSlices(changesOf(rows, documentOf))
        // A new index has nothing to delete.
        const sent = isAlias ? changes : changes.filter(({ document }) => document)
        const target = { index: targets[kind], isAlias, version: transactionOf(snapshot) }
        counts.conflicts += await client.bulk(target, sent)
        counts.rows += rows.length
      }
    const take: Take = {
      titles: write('titles', titleDocument),
      artists: write('artists', artistDocument),
    }
    return { counts, take }
  }

  /** Returns null if everything must be written again. */
  async function withChanges(state: State, holdLock: Write['holdLock']): Promise<State | null> {
    if (time() - state.builtAt >= FULL_READ_MS || !(await isInUse(state))) return null
    const targets = names.aliases
    const { counts, take } = writer({ targets, isAlias: true, holdLock })
    const mark = await readCatalogue(db, state.mark, time, take)
    // The database is a different one or was restored, so its transaction numbers are lower.
    const isBehind = transactionOf(mark.snapshot) < transactionOf(state.mark.snapshot)
    if (isBehind || counts.conflicts > 0) return null
    if (counts.rows === 0) return state
    await client.refresh(Object.values(targets))
    return { ...state, mark }
  }

  async function isInUse({ indexes }: State): Promise<boolean> {
    const there = await client.aliases(names.patterns)
    return INDEX_KINDS.every(kind => there.get(indexes[kind])?.includes(names.aliases[kind]))
  }

  async function rebuilt(before: State | null, holdLock: Write['holdLock']): Promise<State> {
    const there = await client.aliases(names.patterns)
    const own = [...there.keys()].filter(names.isOwn)
    const builtAt = time()
    // Removes the remains of a failed rebuild.
    await removeIndexes(own.filter(index => there.get(index)?.length === 0))
    const suffix = random.bytes(6).toString('hex')
    const indexes = {
      titles: names.index('titles', suffix),
      artists: names.index('artists', suffix),
    }
    for (const kind of INDEX_KINDS) await client.createIndex(indexes[kind], indexBody(kind))
    const { take } = writer({ targets: indexes, isAlias: false, holdLock })
    const mark = await readCatalogue(db, null, time, take)
    await client.refresh(Object.values(indexes))
    await holdLock()
    await client.updateAliases([
      ...INDEX_KINDS.map(kind => ({ add: { index: indexes[kind], alias: names.aliases[kind] } })),
      ...own
        .filter(index => there.get(index)?.length !== 0)
        .map(index => ({ remove_index: { index } })),
    ])
    // Nodes of the previous release may run until then.
    if (before)
      await removeIndexes([...there.keys()].filter(index => isOfOlderSchema(index, names)))
    return { indexes, mark, builtAt }
  }

  async function removeIndexes(indexes: readonly string[]): Promise<void> {
    if (indexes.length > 0)
      await client.updateAliases(indexes.map(index => ({ remove_index: { index } })))
  }

  async function updateLocked(tx: Tx): Promise<void> {
    if (!(await tryLockTransaction(tx, { name: names.fact }))) throw new IndexBusy()
    // The query also prevents the idle-transaction timeout.
    const holdLock = async () => void (await tx.execute(sql`select 1`))
    const known = stateOf(await readFact(tx, names.fact))
    const next = (known && (await withChanges(known, holdLock))) ?? (await rebuilt(known, holdLock))
    if (next !== known) await writeFact(tx, names.fact, JSON.stringify(next))
  }

  return {
    update: () => db.transaction(updateLocked),
    isComplete: async () => {
      const state = stateOf(await readFact(db, names.fact))
      return state !== null && isInUse(state)
    },
  }
}

function* changesOf<Row extends { id: string; isRemoved: boolean }>(
  rows: readonly Row[],
  documentOf: (row: Row) => object,
): Steps<Change[]> {
  const changes: Change[] = []
  for (const [at, row] of rows.entries()) {
    if ((at & EVERY) === 0) yield
    const document = row.isRemoved ? null : JSON.stringify(documentOf(row))
    changes.push({ id: row.id, document })
  }
  return changes
}

/** Returns the transaction number of a snapshot `xmin:xmax:…`; later snapshots have the same number or a higher one. */
function transactionOf(snapshot: string): number {
  return Number(snapshot.split(':')[1] ?? 0)
}

function stateOf(fact: string | null): State | null {
  if (fact === null) return null
  try {
    return State.parse(JSON.parse(fact))
  } catch {
    return null
  }
}
