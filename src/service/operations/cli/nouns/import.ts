import type { Noun } from '../framework/noun.ts'
import { importAction } from './catalogue/import.ts'

export default {
  only: importAction,
} satisfies Noun
