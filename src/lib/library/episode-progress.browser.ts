/**
 * Shows the progress of each episode in a list, and opens the next season to watch. Loaded for signed-in viewers only.
 */
import type { ActionTitle } from '../catalogue/primary-action.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { formatNumber } from '../text/number.ts'
import { watchedPercent } from './continue-watching.ts'
import type { MarksById } from './marks.ts'

export async function showEpisodeProgress(
  episodes: readonly HTMLElement[],
  items: MarksById,
): Promise<void> {
  const language = pathLanguage(location.pathname)
  const t = await loadT(language, ['library'])
  for (const episode of episodes) {
    const progress = items[episode.dataset.content ?? '']?.progress
    const bar = episode.querySelector<HTMLElement>('.watched-bar')
    const words = episode.querySelector<HTMLElement>('[data-watched]')
    if (!progress || !bar || !words) continue
    const percent = progress.is_finished ? 100 : Math.round(watchedPercent({ progress }))
    if (percent === 0) continue
    const filled = document.createElement('span')
    filled.style.width = `${percent}%`
    bar.replaceChildren(filled)
    bar.hidden = false
    words.textContent = ` · ${
      progress.is_finished
        ? t('library.continue.seen')
        : t('library.continue.watched', { percent: formatNumber(percent, language) })
    }`
  }
  openNextSeason(items)
}

/** Does nothing if the address names a season: src/lib/catalogue/seasons.browser.ts writes the opened season there. */
function openNextSeason(items: MarksById): void {
  if (location.hash) return
  const primary = document.querySelector<HTMLElement>('.content-body [data-primary]')?.dataset
  const { id } = JSON.parse(primary?.primary ?? '{}') as Partial<ActionTitle>
  const season = id && items[id]?.next_episode?.season
  const list = season && document.getElementById(`season-${season}`)?.closest('details')
  if (list) list.open = true
}
