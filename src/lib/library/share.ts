/** Opens the browser's share sheet; without one copies the URL and calls `copied`. */
export async function shareLink(title: string, copied: () => void): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
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
