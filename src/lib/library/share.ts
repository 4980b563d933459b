/** The browser's own sheet where it has one; else the address goes to the clipboard, and `copied` is told. */
export async function shareLink(title: string, copied: () => void): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  try {
    if (navigator.share) await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      copied()
    }
  } catch {
    // Closed without sharing.
  }
}
