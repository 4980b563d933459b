/** Performs an action for a terminal or for the console of the team: batch, transaction, dry run, lines of the audit log. */
import { inTransaction } from '../../../platform/db/open.ts'
import { recordAudit } from '../../audit/audit.ts'
import { batchItems, performItems } from './batch.ts'
import type { CommandDeps } from './command-deps.ts'
import type { Context, Installation } from './context.ts'
import type { Action } from './noun.ts'
import type { Progress } from './progress.ts'
import type { Audit, Result } from './result.ts'

export type Performance = {
  noun: string
  name: string
  action: Action
  input: Record<string, unknown>
  actor: string
  isDryRun: boolean
  progress: Progress
  /** The reason that the member gave, for the audit log. */
  reason?: string
  /** Called before the action, in its transaction if it has one; may refuse it. */
  before?: (deps: CommandDeps) => Promise<void>
}

const NO_TARGET: Audit = { target: '' }

type Parts = Pick<Installation, 'deps' | 'service'>

/** @param installation null for an action with transaction `none` */
export function performAction(run: Performance, installation: Parts | null): Promise<Result> {
  const items = batchItems(run)
  const [first] = items
  if (!first) return performOnce(run, installation)
  if (items.length === 1) return performOnce({ ...run, input: first.input }, installation)
  const shared = installation && withOneService(installation)
  return performItems(items, {
    perform: input => performOnce({ ...run, input }, shared),
    onFault: error =>
      installation?.deps.log.error(
        { err: error, noun: run.noun, verb: run.name },
        'an item of a batch failed',
      ),
  })
}

/** The dependencies of the service are built once for all items of a batch. */
function withOneService({ deps, service }: Parts): Parts {
  let built: ReturnType<Parts['service']> | undefined
  return {
    deps,
    service: () => {
      built ??= service()
      return built
    },
  }
}

function performOnce(run: Performance, installation: Parts | null): Promise<Result> {
  const kind = transactionOf(run)
  if (kind === 'none' || !installation) return run.action.run(withoutDatabase(run), run.input)
  return kind === 'own' ? inSteps(run, installation) : inOne(run, installation)
}

export function transactionOf({ action, input }: Pick<Performance, 'action' | 'input'>) {
  const { transaction = 'one' } = action
  return typeof transaction === 'function' ? transaction(input) : transaction
}

async function inSteps(run: Performance, { deps, service }: Parts): Promise<Result> {
  await run.before?.(deps)
  const result = await run.action.run({ ...shared(run), deps, service }, run.input)
  if (!run.isDryRun) await audit(run, deps.db, result)
  return result
}

/** Carries the result of a dry run out of its transaction, which it rolls back. */
class DryRun extends Error {
  result: Result
  constructor(result: Result) {
    super('dry run')
    this.result = result
  }
}

/** Invalidates pages after the commit, because a node reads the new data as soon as it receives the message. */
async function inOne(run: Performance, installation: Parts): Promise<Result> {
  const tags = new Set<string>()
  const { deps } = installation
  const invalidate = async (more: string[]) => more.forEach(tag => void tags.add(tag))
  const result = await inTransaction(deps.db, async tx => {
    const db = tx as unknown as typeof deps.db
    const inside = { ...deps, db, invalidate }
    const service = async () => ({ ...(await installation.service()), db, invalidate })
    await run.before?.(inside)
    const result = await run.action.run({ ...shared(run), deps: inside, service }, run.input)
    if (run.isDryRun) throw new DryRun(result)
    await audit(run, tx, result)
    return result
  }).catch(error => {
    if (error instanceof DryRun) return error.result
    throw error
  })
  if (tags.size > 0 && !run.isDryRun) await deps.invalidate([...tags])
  return result
}

async function audit(
  { action, noun, name, actor, reason }: Performance,
  db: Parameters<typeof recordAudit>[0],
  { audit }: Result,
): Promise<void> {
  if (action.effect === 'reads' && !audit) return
  for (const { target, details: given = {} } of [audit ?? NO_TARGET].flat()) {
    const details = reason === undefined ? given : { ...given, reason }
    await recordAudit(db, { actor, action: `${noun}.${name}`, target, details })
  }
}

function shared({
  actor,
  isDryRun,
  progress,
}: Performance): Pick<Context, 'actor' | 'isDryRun' | 'progress'> {
  return { actor, isDryRun, progress }
}

function withoutDatabase(run: Performance): Context {
  const missing = () => {
    throw new Error("an action with transaction 'none' has no database")
  }
  return {
    ...shared(run),
    service: missing,
    get deps(): never {
      return missing()
    },
  }
}
