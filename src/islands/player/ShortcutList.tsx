import { SKIP_SECONDS } from '#src/lib/player/scrub.ts'
import { usePlayer } from './context.ts'

export function ShortcutList() {
  const { t } = usePlayer()
  const rows: [string[], string][] = [
    [['Space', 'K'], `${t('player.play')} / ${t('player.pause')}`],
    [['←', '→'], t('player.seek')],
    [
      ['J', 'L'],
      `${t('player.seek.back', { count: SKIP_SECONDS })} / ${t('player.seek.forward', { count: SKIP_SECONDS })}`,
    ],
    [['↑', '↓'], t('player.volume')],
    [['M'], t('player.mute')],
    [['F'], t('player.fullscreen')],
    [['C'], t('player.captions')],
    [['<', '>'], t('player.speed')],
    [['Z'], t('player.fill')],
    [['D'], t('player.details')],
    [['0', '9'], t('player.seek')],
    [['Shift', 'N'], t('player.next')],
  ]
  return (
    <dl className="shortcuts">
      {rows.map(([keys, text]) => (
        <div key={keys.join()} className="flex items-center justify-between gap-4 py-1.5">
          <dt>{text}</dt>
          <dd className="flex gap-1 m-0" dir="ltr">
            {keys.map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
