/** Puts the season that the viewer opens into the address: a reload keeps it, and a shared link opens it. */
for (const season of document.querySelectorAll<HTMLDetailsElement>('details.season')) {
  const id = season.querySelector(':scope > ol')?.id
  // Questions look like seasons and have no address.
  if (!id) continue
  const hash = `#${id}`
  // Older browsers do not open it by themselves.
  if (location.hash === hash) season.open = true
  season.querySelector('summary')?.addEventListener('click', () => {
    const { pathname, search } = location
    history.replaceState(history.state, '', season.open ? pathname + search : hash)
  })
}

// Makes the file a module: it only runs.
export {}
