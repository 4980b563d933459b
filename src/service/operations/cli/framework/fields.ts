/** Arguments and options of an action: their notation, their meaning and how to read them. */
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { quoteText } from '#src/lib/text/visible.ts'
import { resolveCallerPath } from './caller-folder.ts'
import { UsageError } from './errors.ts'

export type Field<Value> = {
  /** The line in the help. */
  text: string
  /** The name of the value in the help: `--days N`. An option without a placeholder is a flag. */
  placeholder?: string
  /** @throws UsageError that says which values are allowed; `name` is the option or argument as the operator typed it */
  read: (given: string, name: string) => Value
  /** The value if the operator gives none. An argument without `fallback` is required. */
  fallback?: Value
  isOptional: boolean
  /** True for the last argument if it may be repeated; its value is a list. */
  isVariadic?: boolean
  /** Returns the name of a value in the report of a batch. Only fields of `batchField` have it. */
  itemName?(value: Value): string
  /** The completion in a shell: file names, or these values. */
  completes?: 'files' | readonly string[]
}
export type Fields = Record<string, Field<unknown>>
/** The input that `run` of an action receives. */
export type Values<Given extends Fields> = {
  [Name in keyof Given]: Given[Name] extends Field<infer Value> ? Value : never
}

type Reader<Value> = (given: string, name: string) => Value

function field<Value>(placeholder: string, text: string, read: Reader<Value>): Field<Value> {
  return { text, placeholder, read, isOptional: false }
}

/** True if the option takes a value; otherwise it is a flag. */
export function takesValue({ placeholder }: Field<unknown>): boolean {
  return placeholder !== undefined
}

/** Makes a field optional; without input its value is `fallback`. */
export function optional<Value>(given: Field<Value>): Field<Value | null>
export function optional<Value>(given: Field<Value>, fallback: Value): Field<Value>
export function optional<Value>(given: Field<Value>, fallback: Value | null = null) {
  return { ...given, isOptional: true, fallback }
}

export function flagField(text: string): Field<boolean> {
  return { text, read: () => true, isOptional: true, fallback: false }
}

/** `--allow-partial` of commands that read files: what they leave out is listed, and does not change the exit code. */
export const allowPartialField = flagField('ends with 0 even if something was left out')

/** A field that may be repeated; its value is a list, which is empty if the field is optional and missing. */
export function repeatedField<Value>(given: Field<Value>): Field<Value[]> {
  const { itemName: _, ...rest } = given
  const read = given.read as unknown as Field<Value[]>['read']
  return { ...rest, read, fallback: [], isVariadic: true }
}

/**
 * A repeated argument whose action runs once for each value, in a transaction of its own: a value that is refused does not stop the others.
 * `run` of the action receives one value.
 */
export function batchField<Value>(
  given: Field<Value>,
  itemName: (value: Value) => string,
): Field<Value> {
  return { ...given, isVariadic: true, itemName }
}

export function textField(placeholder: string, text: string): Field<string> {
  return field(placeholder, text, given => given)
}

/** A file or folder, relative to the folder in which the command was typed; its value is an absolute path. `-` means standard input. */
export function fileField(placeholder: string, text: string): Field<string> {
  return { ...field(placeholder, text, resolveCallerPath), completes: 'files' }
}

/** An integer in Latin or Persian digits. */
export function integerField(
  placeholder: string,
  text: string,
  { from = 1, to }: { from?: number; to: number },
): Field<number> {
  return field(placeholder, text, (given, name) => {
    const value = Number(toLatinDigits(given))
    if (/^\d+$/.test(toLatinDigits(given)) && value >= from && value <= to) return value
    throw new UsageError(
      `${name} cannot be ${quoteText(given)}: write a whole number from ${from} to ${to}.`,
    )
  })
}

export function choiceField<Value extends string>(
  placeholder: string,
  text: string,
  values: readonly Value[],
): Field<Value> {
  const read = (given: string, name: string): Value => {
    const found = values.find(value => value === given)
    if (found) return found
    throw new UsageError(
      `${name} cannot be ${quoteText(given)}: write one of ${values.join(', ')}.`,
    )
  }
  return { ...field(placeholder, `${text}: ${values.join(', ')}`, read), completes: values }
}

/**
 * A field that `read` parses, such as a mobile number or a date. The error of `read` is only the advice: `write a name of 60 characters at
 * most.`
 */
export function parsedField<Value>(
  placeholder: string,
  text: string,
  read: (given: string) => Value,
): Field<Value> {
  return field(placeholder, text, (given, name) => {
    try {
      return read(given)
    } catch (error) {
      if (error instanceof UsageError)
        throw new UsageError(`${name} cannot be ${quoteText(given)}: ${error.message}`)
      throw error
    }
  })
}
