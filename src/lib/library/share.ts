/** The link was shared, copied, the viewer closed the dialog, or neither was possible. */
export type ShareResult = 'shared' | 'copied' | 'closed' | 'failed'

/**
 * Opens the browser's share sheet for this page or for the target of `link`. Without a share sheet, copies the URL and
 * calls `copied`.
 */
export async function shareLink(
  title: string,
  copied: () => void,
  link: Element | null = document.querySelector('link[rel=canonical]'),
): Promise<void> {
  const url = new URL(link?.getAttribute('href') ?? '', location.href).href
  if ((await shareUrl(title, url)) === 'copied') copied()
}

/** Opens the browser's share sheet; without one, copies the URL. */
export async function shareUrl(title: string, url: string): Promise<ShareResult> {
  try {
    if (navigator.share) {
      await navigator.share({ title, url })
      return 'shared'
    }
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError'
    return isClosed ? 'closed' : 'failed'
  }
}
