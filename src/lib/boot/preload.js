/*
 * Runs while the page is parsed, before header and banner are painted: a cached page is the same for everyone, and who is
 * signed in, or closed this message before, must not see the other state flash by. Only sets attributes; see boot.browser.ts.
 * And no form goes off as a page, with what was typed, before the code that sends it has come.
 */
;(() => {
  const root = document.documentElement
  root.dataset.firstFrame = ''
  // A page that a lost line cut short has no end that would do it: deferred-rendering.browser.ts.
  setTimeout(() => delete root.dataset.firstFrame, 5_000)
  addEventListener('submit', event => {
    const { dataset } = event.target
    if (dataset.hydrated !== 'false') return
    event.preventDefault()
    dataset.sent = ''
  })
  try {
    const [, state] = /(?:^|; )state=([^;.]+)/.exec(document.cookie) ?? []
    const { user, profile } = state
      ? JSON.parse(atob(state.replaceAll('-', '+').replaceAll('_', '/')))
      : {}
    root.toggleAttribute('data-signed-in', Boolean(user))
    root.toggleAttribute('data-profile', Boolean(profile))
    const isChild = Boolean(profile) && profile.age_type !== 'adult'
    root.toggleAttribute('data-child', isChild)
    document.querySelector('[data-login]').hidden = Boolean(user)
    document.querySelector('[data-avatar]').hidden = !user
    for (const button of document.querySelectorAll('[data-buy]'))
      button.hidden = isChild || user?.subscription_remaining_in_day > Number(button.dataset.buy)
    const banner = document.querySelector('[data-system-banner]')
    const closed = JSON.parse(localStorage.getItem('system-message'))
    const text = banner?.querySelector('[data-banner-text]')?.textContent.trim()
    if (banner && closed?.isClosedBefore && closed.text === text) banner.hidden = true
  } catch {
    // Storage may be forbidden: boot.browser.ts does the same a moment later.
  }
})()
