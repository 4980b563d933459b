/**
 * Preloads the scripts of the islands within an element: the island, what it imports, its texts and the renderer, which the browser would
 * otherwise discover in four steps. scripts/astro-integration/island-files.ts makes the list.
 */
export function preloadFiles(element: HTMLElement): void {
  const { files } = element.dataset
  delete element.dataset.files
  for (const file of files ? files.split(' ') : []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}
