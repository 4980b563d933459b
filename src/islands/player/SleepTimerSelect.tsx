import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import {
  isSleepDue,
  SLEEP_MINUTES,
  type SleepTimer,
  sleepAfter,
  sleepAtChapterEnd,
} from '#src/lib/player/sleep-timer.ts'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'

export function SleepTimerSelect({ player, t }: { player: AudioBookPlayer; t: PlayerTexts }) {
  const [timer, setTimer] = useState<SleepTimer>({ kind: 'off' })
  const [option, setOption] = useState('off')
  const { time } = useStore(player.$state)
  const chapters = useStore(player.$chapters)

  useEffect(() => {
    if (!isSleepDue(timer, Date.now(), time)) return
    player.pause()
    setTimer({ kind: 'off' })
    setOption('off')
  }, [timer, time, player])

  function select(id: string) {
    setOption(id)
    if (id === 'off') setTimer({ kind: 'off' })
    else if (id === 'chapter') setTimer(sleepAtChapterEnd(chapters, time))
    else setTimer(sleepAfter(Number(id), Date.now()))
  }

  return (
    <label className="audio-book-tool">
      <Icon name="sleep" />
      <span>{t('player.book.sleep')}</span>
      <select value={option} onChange={event => select(event.target.value)}>
        <option value="off">{t('player.book.sleepOff')}</option>
        {SLEEP_MINUTES.map(minutes => (
          <option key={minutes} value={minutes}>
            {t('player.book.sleepAfter', { count: minutes })}
          </option>
        ))}
        <option value="chapter">{t('player.book.sleepEnd')}</option>
      </select>
    </label>
  )
}
