import type { Noun } from '../framework/noun.ts'
import { importAction } from './catalogue/import.ts'

export default {
  summary: 'Loads a catalogue of your own (docs/import.md)',
  only: importAction,
} satisfies Noun
