/**
 * A segment: an immutable part of an index, with its documents numbered in index order. Changed and removed documents
 * are marked as deleted and dropped when segments are merged.
 */
import { entryNames, removeSpaces } from './names.ts'
import type { Steps } from './steps.ts'
import { buildTerms, countTerms, type Terms, textAt } from './terms.ts'

export type IndexEntry = {
  id: string
  /** Normalised names (lib/text/normalise.ts), one per line. */
  text: string
  /** Index order as an integer, lowest first: it breaks ties between equally good matches. */
  order: number
  /** Values for filters, 32 bits each; the same number for each entry of an index. */
  values: readonly number[]
  /** Numbers of the tags that filters look for. */
  tags: readonly number[]
}

export type Segment = {
  size: number
  /** Ids in Latin letters, one byte each. */
  ids: Uint8Array
  idStarts: Uint32Array
  /** Hash table by id, with document numbers plus one. */
  slots: Uint32Array
  orders: Int32Array
  values: Int32Array
  tagStarts: Uint32Array
  tags: Uint32Array
  /** Text of a document: positions of words plus one, 0 for a line break. */
  tokenStarts: Uint32Array
  tokens: Uint32Array
  /** Names without spaces. */
  names: Terms
  words: Terms
  /** Trigrams with the positions of their words; built when a search needs them, or in a merge. */
  trigrams: Terms | null
  dead: Uint8Array
  deadCount: number
}

const EVERY = 0x1f

/** Builds a segment. @param entries in index order */
export function* buildSegment(entries: readonly IndexEntry[]): Steps<Segment> {
  const { names, words } = yield* buildNames(entries)
  const tokens = yield* tokensOf(entries, words)
  const tags = lists(entries.map(entry => entry.tags))
  const ids = lists(entries.map(({ id }) => Buffer.from(id, 'latin1')))
  const segment = {
    size: entries.length,
    ids: Uint8Array.from(ids.all),
    idStarts: ids.starts,
    orders: Int32Array.from(entries, ({ order }) => order),
    values: Int32Array.from(entries.flatMap(({ values }) => values)),
    tagStarts: tags.starts,
    tags: tags.all,
    tokenStarts: tokens.starts,
    tokens: tokens.all,
    names,
    words,
    trigrams: null,
    dead: new Uint8Array(entries.length),
    deadCount: 0,
  }
  const slots = emptySlots(segment.size)
  for (let doc = 0; doc < segment.size; doc++) fillSlot(segment, slots, doc)
  return { ...segment, slots }
}

function* buildNames(entries: readonly IndexEntry[]): Steps<{ names: Terms; words: Terms }> {
  const names = new Map<string, number[]>()
  const words = new Map<string, number[]>()
  for (const [doc, { text }] of entries.entries()) {
    if ((doc & EVERY) === 0) yield
    for (const line of entryNames(text)) {
      add(names, removeSpaces(line), doc)
      for (const word of line.split(' ')) add(words, word, doc)
    }
  }
  yield
  const sortedNames = buildTerms(names)
  yield
  return { names: sortedNames, words: buildTerms(words) }
}

function* tokensOf(entries: readonly IndexEntry[], words: Terms): Steps<Lists> {
  const positions = new Map<string, number>()
  for (let at = 0; at < countTerms(words); at++) positions.set(textAt(words, at), at)
  const tokens: number[][] = []
  for (const [doc, { text }] of entries.entries()) {
    if ((doc & EVERY) === 0) yield
    const own: number[] = []
    for (const [at, line] of text.split('\n').entries()) {
      if (at > 0) own.push(0)
      for (const word of line.split(' ')) if (word) own.push((positions.get(word) as number) + 1)
    }
    tokens.push(own)
  }
  return lists(tokens)
}

/** A document is added once, even if a name or a word occurs twice. */
function add(map: Map<string, number[]>, text: string, number: number): void {
  if (text === '') return
  const known = map.get(text)
  if (!known) map.set(text, [number])
  else if (known[known.length - 1] !== number) known.push(number)
}

type Lists = { starts: Uint32Array; all: Uint32Array }

function lists(each: readonly ArrayLike<number>[]): Lists {
  const starts = new Uint32Array(each.length + 1)
  for (const [at, list] of each.entries()) starts[at + 1] = (starts[at] as number) + list.length
  const all = new Uint32Array(starts[each.length] as number)
  for (const [at, list] of each.entries()) all.set(list, starts[at])
  return { starts, all }
}

type Ids = Pick<Segment, 'ids' | 'idStarts'>

/** Returns a hash table whose size is a power of two, at most two thirds full. */
export function emptySlots(size: number): Uint32Array {
  let length = 4
  while (length * 2 < size * 3) length *= 2
  return new Uint32Array(length)
}

export function fillSlot({ ids, idStarts }: Ids, slots: Uint32Array, doc: number): void {
  const id = ids.subarray(idStarts[doc], idStarts[doc + 1])
  let slot = hashOf(id) & (slots.length - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  slots[slot] = doc + 1
}

/** Returns the document with this id that is not deleted; -1 if there is none. */
export function findDoc({ ids, idStarts, slots, dead }: Segment, id: Uint8Array): number {
  for (let slot = hashOf(id) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
    const doc = (slots[slot] as number) - 1
    if (doc < 0) return -1
    if (dead[doc] !== 1 && isSameId(ids, idStarts[doc] as number, idStarts[doc + 1] as number, id))
      return doc
  }
}

function isSameId(ids: Uint8Array, start: number, end: number, id: Uint8Array): boolean {
  if (end - start !== id.length) return false
  for (let at = 0; at < id.length; at++) if (ids[start + at] !== id[at]) return false
  return true
}

/** FNV-1a hash. */
function hashOf(id: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ (id[at] as number), 0x01000193)
  return hash >>> 0
}

export function idAt({ ids, idStarts }: Ids, doc: number): string {
  return String.fromCharCode(...ids.subarray(idStarts[doc], idStarts[doc + 1]))
}

/** Compares ids by their letters. */
export function compareIds(a: Ids, docA: number, b: Ids, docB: number): number {
  const [startA, startB] = [a.idStarts[docA] as number, b.idStarts[docB] as number]
  const lengthA = (a.idStarts[docA + 1] as number) - startA
  const lengthB = (b.idStarts[docB + 1] as number) - startB
  const length = Math.min(lengthA, lengthB)
  for (let at = 0; at < length; at++) {
    const difference = (a.ids[startA + at] as number) - (b.ids[startB + at] as number)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

export function docText({ tokenStarts, tokens, words }: Segment, doc: number): string {
  let text = ''
  for (let at = tokenStarts[doc] as number; at < (tokenStarts[doc + 1] as number); at++) {
    const token = tokens[at] as number
    if (token === 0) text += '\n'
    else text += `${text === '' || text.endsWith('\n') ? '' : ' '}${textAt(words, token - 1)}`
  }
  return text
}

/** Returns the length in UTF-16 units. */
export function docTextLength({ tokenStarts, tokens, words }: Segment, doc: number): number {
  const [start, end] = [tokenStarts[doc] as number, tokenStarts[doc + 1] as number]
  let length = 0
  let isLineStart = true
  for (let at = start; at < end; at++) {
    const token = tokens[at] as number
    if (token === 0) length++
    else
      length +=
        (isLineStart ? 0 : 1) +
        (words.starts[token] as number) -
        (words.starts[token - 1] as number)
    isLineStart = token === 0
  }
  return length
}
