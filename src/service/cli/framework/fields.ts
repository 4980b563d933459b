/** Arguments and options of an action: how they are written, what they mean and how they are read. */
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { UsageError } from './errors.ts'

export type Field<Value> = {
  /** One line of the help. */
  text: string
  /** Stands for the value in the help: `--days N`. Without one it is a flag. */
  placeholder?: string
  /** @throws UsageError that says what the value is to be; `name` is how the person wrote it */
  read: (given: string, name: string) => Value
  /** The value where nothing is given; without `fallback` an argument has to be given. */
  fallback?: Value
  isOptional: boolean
  /** The last argument may be given several times; its value is a list. */
  isVariadic?: boolean
}
export type Fields = Record<string, Field<unknown>>
/** What `run` of an action receives. */
export type Values<Given extends Fields> = {
  [Name in keyof Given]: Given[Name] extends Field<infer Value> ? Value : never
}

type Reader<Value> = (given: string, name: string) => Value

function field<Value>(placeholder: string, text: string, read: Reader<Value>): Field<Value> {
  return { text, placeholder, read, isOptional: false }
}

/** The field may be left out; its value is then `fallback`. */
export function optional<Value>(given: Field<Value>): Field<Value | null>
export function optional<Value>(given: Field<Value>, fallback: Value): Field<Value>
export function optional<Value>(given: Field<Value>, fallback: Value | null = null) {
  return { ...given, isOptional: true, fallback }
}

export function flag(text: string): Field<boolean> {
  return { text, read: () => true, isOptional: true, fallback: false }
}

/** As many as there are; none is an empty list where it may be left out. */
export function several<Value>(given: Field<Value>): Field<Value[]> {
  const read = given.read as unknown as Field<Value[]>['read']
  return { ...given, read, fallback: [], isVariadic: true }
}

export function word(placeholder: string, text: string): Field<string> {
  return field(placeholder, text, given => given)
}

/** A whole number, in Latin or Persian digits. */
export function whole(
  placeholder: string,
  text: string,
  { from = 1, to }: { from?: number; to: number },
): Field<number> {
  return field(placeholder, text, (given, name) => {
    const value = Number(toLatinDigits(given))
    if (/^\d+$/.test(toLatinDigits(given)) && value >= from && value <= to) return value
    throw new UsageError(`${name} is to be a whole number from ${from} to ${to}.`)
  })
}

export function choice<Value extends string>(
  placeholder: string,
  text: string,
  values: readonly Value[],
): Field<Value> {
  return field(placeholder, `${text}: ${values.join(', ')}`, (given, name) => {
    const found = values.find(value => value === given)
    if (found) return found
    throw new UsageError(`${name} is to be one of ${values.join(', ')}.`)
  })
}

/** What `read` makes of the text, such as a mobile number or a date. Its error names the field. */
export function parsed<Value>(
  placeholder: string,
  text: string,
  read: (given: string) => Value,
): Field<Value> {
  return field(placeholder, text, (given, name) => {
    try {
      return read(given)
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${name} ${error.message}`)
      throw error
    }
  })
}
