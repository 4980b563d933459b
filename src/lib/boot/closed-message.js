/* Runs right after the system message is parsed: a message that the visitor has closed never shows. */
try {
  const banner = document.querySelector('[data-system-banner]')
  const { isClosedBefore, text } = JSON.parse(localStorage['system-message'])
  if (isClosedBefore && banner.textContent.includes(text)) banner.hidden = true
} catch {
  // There is no message, or storage is blocked: boot.browser.ts hides the message later.
}
