import type { Noun } from '../framework/noun.ts'
import { exportAction } from './catalogue/export.ts'
import { describeTableAction, importAction } from './catalogue/import.ts'
import {
  listCategoriesAction,
  listTitlesAction,
  orderCategoriesAction,
  showTitleAction,
} from './catalogue/look.ts'
import { patchAction, pictureAction } from './catalogue/patch.ts'
import { removeTitlesAction, restoreAction } from './catalogue/remove.ts'

export default {
  actions: {
    list: listTitlesAction,
    show: showTitleAction,
    categories: listCategoriesAction,
    'order-categories': orderCategoriesAction,
    import: importAction,
    columns: describeTableAction,
    export: exportAction,
    patch: patchAction,
    picture: pictureAction,
    remove: removeTitlesAction,
    restore: restoreAction,
  },
} satisfies Noun
