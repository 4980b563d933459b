/** Writes the opened season into the address, so that a reload keeps it open and a shared link opens it. Questions have no ids. */
for (const list of document.querySelectorAll('.season > ol[id]')) {
  const season = list.parentElement as HTMLDetailsElement
  const hash = `#${list.id}`
  // Older browsers do not open it automatically.
  if (location.hash === hash) season.open = true
  season.firstElementChild?.addEventListener('click', () =>
    history.replaceState(null, '', season.open ? location.href.split('#', 1)[0] : hash),
  )
}

export {}
