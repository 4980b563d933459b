/**
 * Inlined in the head of every page, because `pagereveal` fires at the first frame, which a slow page shows before its end has
 * arrived. The browser skips a transition in a hidden tab or at a second navigation; that is not an error of the page.
 */
type Transition = { ready: Promise<void>; finished: Promise<void> }
for (const type of ['pageswap', 'pagereveal'])
  addEventListener(type, event => {
    const { viewTransition } = event as Event & { viewTransition?: Transition | null }
    viewTransition?.ready.catch(() => {})
    viewTransition?.finished.catch(() => {})
  })
