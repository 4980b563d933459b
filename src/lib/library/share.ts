/** Opens the browser's share sheet, for this page or for what `link` leads to; without one copies the URL and calls `copied`. */
export async function shareLink(
  title: string,
  copied: () => void,
  link: Element | null = document.querySelector('link[rel=canonical]'),
): Promise<void> {
  const url = new URL(link?.getAttribute('href') ?? '', location.href).href
  try {
    if (navigator.share) await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      copied()
    }
  } catch {
    // The viewer closed the share sheet.
  }
}
