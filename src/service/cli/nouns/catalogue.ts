import type { Noun } from '../framework/noun.ts'
import { exportAction } from './catalogue/export.ts'
import { importAction } from './catalogue/import.ts'
import { listAction, showAction } from './catalogue/look.ts'
import { patchAction } from './catalogue/patch.ts'
import { removeAction, restoreAction } from './catalogue/remove.ts'

export default {
  summary: 'Titles, artists, genres and collections',
  actions: {
    list: listAction,
    show: showAction,
    import: importAction,
    export: exportAction,
    patch: patchAction,
    remove: removeAction,
    restore: restoreAction,
  },
} satisfies Noun
