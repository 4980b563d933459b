/** Which rows of a page come when they are near, and what stands in the page for them. */
import type { Language } from '#src/contract/languages.ts'
import type { Widget } from '#src/contract/pages.ts'
import { artistPath, categoryPath, contentPath } from '../routes.ts'

/** Below the first screen of every usual window, whatever the row above it shows. */
const FIRST_ROW = 4

/** A survey's card is as small as its place would be. */
export function isFragment(widget: Widget, rowsAbove: number): boolean {
  return rowsAbove >= FIRST_ROW && widget.type !== 'survey'
}

/** What the row leads to. */
export function linksOf(widget: Widget, language: Language): { href: string; text: string }[] {
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
