/** The actions of the console: the same descriptors that ./pardeh runs, with their fields in JSON. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { plainName } from '#src/lib/text/visible.ts'
import { isPictureFile } from '../../catalogue/import/picture-reference.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { UsageError } from '../cli/framework/errors.ts'
import { type Field, takesValue } from '../cli/framework/fields.ts'
import type { Action, Noun } from '../cli/framework/noun.ts'
import { loadNoun, NOUNS } from '../cli/framework/noun-list.ts'
import { performAction, transactionOf } from '../cli/framework/perform-action.ts'
import type { Result } from '../cli/framework/result.ts'
import {
  type ActionRef,
  mayDo,
  needsReason,
  needsSecondPerson,
  type StaffRole,
} from '../staff/roles.ts'

export const ActionCall = z.object({
  fields: z
    .record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]))
    .default({}),
  dryRun: z.boolean().default(false),
  reason: z.string().trim().max(500).optional(),
  version: z.string().max(100).optional(),
  files: z
    .record(
      z.string(),
      z.union([
        z.object({ filename: z.string().max(200), text: z.string() }),
        z.object({ filename: z.string().max(200), base64: z.base64() }),
      ]),
    )
    .default({}),
})
export type ActionCall = z.infer<typeof ActionCall>

type Known = ActionRef & { action: Action; noun_: Noun }

/** Files that an action writes on the machine. The console returns the data instead. */
const OUTPUTS = [
  'users.export file',
  'voucher.create out',
  'home.export out',
  'report.run out',
  'report.run csv',
  'catalogue.export out',
]
let loaded: Promise<readonly Known[]> | undefined

/** Returns all actions of all nouns; a noun without verbs has the verb `run`. */
export function allActions(): Promise<readonly Known[]> {
  loaded ??= Promise.all(
    [...NOUNS.keys()].map(async noun => {
      const found = await loadNoun(noun)
      const actions = 'only' in found ? { run: found.only } : found.actions
      return Object.entries(actions).map(([verb, action]) => ({ noun, verb, action, noun_: found }))
    }),
  ).then(lists => lists.flat())
  return loaded
}

/** @throws ApiError not_found, or forbidden if the role may not use it */
export async function findAction(role: StaffRole, { noun, verb }: ActionRef): Promise<Known> {
  const found = (await allActions()).find(each => each.noun === noun && each.verb === verb)
  if (!found) throw new ApiError('not_found')
  if (!mayDo(role, found)) throw new ApiError('forbidden')
  return found
}

/** Describes the actions that a role may use. */
export async function describeActions(role: StaffRole) {
  const all = await allActions()
  return all.filter(each => mayDo(role, each)).map(describe)
}

function describe(known: Known) {
  const { noun, verb, action } = known
  const { summary, details, effect } = action
  return {
    noun,
    verb,
    summary,
    ...(details ? { details } : {}),
    fields: fieldsOf(known).map(([name, field]) => ({
      name,
      kind: kindOf(field),
      isRequired: !field.isOptional,
      isRepeated: field.isVariadic ?? false,
      ...(Array.isArray(field.completes) ? { choices: field.completes } : {}),
      ...(field.placeholder ? { placeholder: field.placeholder } : {}),
      help: field.text,
    })),
    effect,
    hasDryRun: effect !== 'reads',
    needsReason: needsReason(known, effect),
    needsSecondPerson: needsSecondPerson(known),
  }
}

function kindOf(field: Field<unknown>): 'flag' | 'file' | 'choice' | 'text' {
  if (!takesValue(field)) return 'flag'
  if (field.completes === 'files') return 'file'
  return field.completes ? 'choice' : 'text'
}

function fieldsOf({ noun, verb, action: { args = {}, options = {} } }: Known) {
  const all = [...Object.entries(args), ...Object.entries(options)]
  return all.filter(([name]) => !OUTPUTS.includes(`${noun}.${verb} ${name}`))
}

export type Performed = { data: unknown; messages: string[]; isIncomplete: boolean }
type Asked = {
  known: Known
  actor: string
  call: ActionCall
  before?: (deps: Pick<Deps, 'db'>) => Promise<void>
}

/** Performs an action for a member of the team. @throws ApiError with the text of a refusal */
export async function performForStaff(deps: Deps, asked: Asked): Promise<Performed> {
  const { known, actor, call, before } = asked
  const { noun, verb, action } = known
  if (needsReason(known, action.effect) && !call.dryRun && !call.reason)
    throw new ApiError('validation_error', { errors: { reason: 'validation.required' } })
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-staff-'))
  try {
    const input = await readInput(known, call, folder)
    const run = {
      noun,
      name: verb,
      action,
      input,
      actor,
      isDryRun: call.dryRun && action.effect !== 'reads',
      progress: () => undefined,
      ...(call.reason ? { reason: call.reason } : {}),
      ...(before ? { before } : {}),
    }
    const hasDatabase = transactionOf(run) !== 'none'
    const result = await performAction(
      run,
      hasDatabase ? { deps, service: async () => deps } : null,
    )
    return {
      data: result.data,
      messages: messagesOf(result),
      isIncomplete: result.isIncomplete ?? false,
    }
  } catch (error) {
    throw refusal(error, known)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function messagesOf({ print }: Result): string[] {
  return print.flatMap(part =>
    typeof part === 'string' ? [part] : 'block' in part ? [part.block] : [],
  )
}

/** Refusals keep their text; whatever else is thrown may quote a row, so it stays a fault. */
function refusal(error: unknown, { noun_: { refusals = [], failures = [] } }: Known): unknown {
  const { message } = error as Error
  if (error instanceof UsageError || refusals.some(kind => error instanceof kind))
    return new ApiError('validation_error', { message })
  if (failures.some(kind => error instanceof kind))
    return new ApiError('gateway_unavailable', { message })
  return error
}

async function readInput(known: Known, call: ActionCall, folder: string) {
  const { fields, files } = call
  const { args = {}, options = {} } = known.action
  const offered = new Map(fieldsOf(known))
  for (const name of [...Object.keys(fields), ...Object.keys(files)])
    if (!offered.has(name)) throw invalid(name, `${plainName(name)} is not a field of this action`)
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries({ ...args, ...options })) {
    if (name === 'reason' && takesReasonOfCall(known, call)) {
      input[name] = call.reason ?? field.fallback ?? ''
      continue
    }
    const isFile = field.completes === 'files'
    const file = isFile && offered.has(name) ? files[name] : undefined
    if (isFile && fields[name] !== undefined) throw invalid(name, 'send the file itself')
    const given = file ? await storeFile(folder, file) : fields[name]
    input[name] = readField(name, field, given)
  }
  return input
}

/** True if the reason of the call fills the field of this name. A dry run needs none, because nothing is recorded. */
function takesReasonOfCall(known: Known, { fields, reason, dryRun }: ActionCall): boolean {
  if (fields.reason) return false
  return Boolean(reason) || (dryRun && needsReason(known, known.action.effect))
}

async function storeFile(folder: string, file: ActionCall['files'][string]) {
  const { filename } = file
  const name = basename(filename).replace(/[^\p{L}\p{N}._-]/gu, '_') || 'file'
  const path = join(folder, name.startsWith('.') ? `_${name}` : name)
  const content = 'text' in file ? file.text : Buffer.from(file.base64, 'base64')
  await writeFile(path, content, { mode: 0o600 })
  return path
}

function readField(name: string, field: Field<unknown>, given: unknown): unknown {
  const isMissing = given === undefined || given === '' || given === false
  if (isMissing || (Array.isArray(given) && given.length === 0)) {
    if (field.isOptional) return field.fallback
    throw invalid(name, `${name} is missing`)
  }
  if (!takesValue(field)) return true
  if (field.isVariadic)
    return (Array.isArray(given) ? given : [given]).map(each => readWord(name, field, String(each)))
  if (Array.isArray(given)) throw invalid(name, `${name} takes one value`)
  return readWord(name, field, String(given))
}

function readWord(name: string, field: Field<unknown>, word: string): unknown {
  // A terminal reads standard input for `-`, and a picture from its disk; here both are the machine's.
  if (word === '-' || (field.placeholder === 'FIELD=VALUE' && namesFile(word)))
    throw invalid(name, 'the console cannot read a file of the machine')
  try {
    return field.read(word, name)
  } catch (error) {
    if (error instanceof UsageError) throw invalid(name, error.message)
    throw error
  }
}

function namesFile(change: string): boolean {
  const [, field = '', value = ''] = /^([^=]*)=(.*)$/s.exec(change) ?? []
  return isPictureFile(field.trim(), value)
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('validation_error', { message, data: { fields: { [field]: message } } })
}
