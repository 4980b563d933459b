/**
 * Preloads the scripts of the islands in an element: the island, its imports, its texts and the renderer. The browser
 * would otherwise discover them in four steps. scripts/astro-integration/island-files.ts generates the list.
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
