/*
 * Runs while the page is parsed, before header and banner are painted. A cached page is the same for everyone: this sets
 * the viewer's state, so that nobody sees the header of a visitor or a closed message flash. It only sets attributes;
 * boot.browser.ts does the rest. It also stops the native submission of forms that are not hydrated yet.
 */
const root = document.documentElement
root.dataset.firstFrame = ''
// deferred-rendering.browser.ts removes it; an incomplete page never runs that script.
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
    ? JSON.parse(atob(state.replace(/-/g, '+').replace(/_/g, '/')))
    : {}
  root.toggleAttribute('data-signed-in', Boolean(user))
  root.toggleAttribute('data-profile', Boolean(profile))
  root.toggleAttribute('data-subscriber', user?.conditional_flag.length > 0)
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
  // Storage may be blocked: boot.browser.ts sets the same state later.
}
