import { isChild } from '../session/profile.ts'
import { readState } from '../session/state.ts'
import { greetingOf } from './child-greeting.ts'

/** Sets the account area and the buy button from the `state` cookie, before any island hydrates. */
export function showAccountArea(): void {
  const { user, profile } = readState(document.cookie)
  for (const area of document.querySelectorAll<HTMLElement>('[data-account]')) {
    const login = area.querySelector<HTMLElement>('[data-login]')
    const avatar = area.querySelector<HTMLElement>('[data-avatar]')
    if (login) login.hidden = user !== null
    if (avatar) avatar.hidden = user === null
    const path = profile?.avatar || user?.avatar
    for (const image of avatar?.querySelectorAll('img') ?? [])
      if (path) image.src = `${path}-100.avif`
  }
  const child = isChild(profile)
  for (const greeting of document.querySelectorAll<HTMLElement>('[data-hello]'))
    if (profile) greeting.textContent = greetingOf(profile.name, greeting.dataset.hello ?? '')
  const days = user?.subscription_remaining_in_day ?? 0
  for (const button of document.querySelectorAll<HTMLElement>('[data-buy]')) {
    button.hidden = child || days > Number(button.dataset.buy)
    const label = button.querySelector<HTMLElement>('[data-buy-label]')
    if (label)
      label.textContent = (days > 0 ? label.dataset.extendText : label.dataset.buyText) ?? ''
  }
  document.documentElement.toggleAttribute('data-signed-in', user !== null)
  document.documentElement.toggleAttribute('data-profile', profile !== null)
  document.documentElement.toggleAttribute('data-child', child)
  document.documentElement.toggleAttribute('data-primary-profile', profile?.is_primary ?? false)
  document.documentElement.toggleAttribute(
    'data-subscriber',
    (user?.conditional_flag.length ?? 0) > 0,
  )
}
