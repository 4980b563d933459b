/** Decides which rows of a page are loaded when they come near, and what the page contains in their place. */
import type { Language } from '#src/contract/languages.ts'
import type { Widget } from '#src/contract/pages.ts'
import { artistPath, categoryPath, contentPath } from '../routes.ts'

/** The first row that is below the first screen of every usual window, whatever the row above it shows. */
const FIRST_ROW = 4

/** A survey's card is as small as its placeholder, so it is always rendered. */
export function isDeferredRow(widget: Widget, rowsAbove: number): boolean {
  return rowsAbove >= FIRST_ROW && widget.type !== 'survey'
}

/** Returns the pages that the row links to. */
export function rowLinks(widget: Widget, language: Language): { href: string; text: string }[] {
  switch (widget.type) {
    case 'survey':
      return []
    case 'artist_carousel':
      return widget.items.map(item => ({ href: artistPath(item, language), text: item.name }))
    case 'category_carousel':
      return widget.items.map(item => ({ href: categoryPath(item, language), text: item.title }))
    default:
      return widget.items.map(item => ({ href: contentPath(item, language), text: item.title }))
  }
}

/** True for a row whose cards have their numbers behind them. */
export function isRankedRow(widget: Widget): boolean {
  return widget.type === 'video_carousel' && widget.is_ranked === true
}
