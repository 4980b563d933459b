import type { Language } from '#src/contract/languages.ts'
import { $areDetailsShown } from '#src/lib/player/details.store.ts'
import type { Command } from '#src/lib/player/keymap.ts'
import { stepRate } from '#src/lib/player/playback-rate.ts'
import type { Player } from '#src/lib/player/player-interface.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { focusFirst, focusSeekBar, moveFocus } from './focus.ts'
import { toggleFullscreen } from './fullscreen.ts'
import { togglePip } from './pip.ts'

interface CommandContext {
  /** Null while no panel is open. */
  closePanel: (() => void) | null
  areControlsVisible: boolean
  showControls(): void
  hideControls(): void
  playNext: (() => void) | null
  backPath: string
}

/** Runs the commands of the keymap. All except Back show the controls. */
export function useCommands({
  closePanel,
  areControlsVisible,
  showControls,
  hideControls,
  playNext,
  backPath,
}: CommandContext) {
  const { player, video, root, isTv, language } = usePlayer()
  return function run(command: Command) {
    const { volume, playbackRate: rate, muted: isMuted } = video
    const { start, end } = player.$timeline.get()
    if (command.do !== 'back') showControls()
    switch (command.do) {
      case 'toggle':
        return player.toggle()
      case 'play':
        return player.play()
      case 'pause':
        return player.pause()
      case 'mute':
        return player.setMuted(!isMuted)
      case 'fullscreen':
        return void toggleFullscreen(root, video)
      case 'pip':
        return void togglePip(video)
      case 'captions':
        return toggleCaptions(player, language)
      case 'fill':
        return $preferences.setKey('fill', !$preferences.get().fill)
      case 'details':
        return $areDetailsShown.set(!$areDetailsShown.get())
      case 'next':
        return playNext?.()
      case 'skip':
        // The next arrow presses of the remote control continue to seek.
        if (isTv && !areControlsVisible) focusSeekBar(root)
        return player.seek(video.currentTime + command.seconds)
      case 'volume':
        return player.setVolume((isMuted ? 0 : volume) + command.by)
      case 'rate':
        return player.setRate(stepRate(rate, command.by))
      case 'seekShare':
        return player.seek(start + (end - start) * command.share)
      case 'focus':
        return isTv && !areControlsVisible ? focusFirst(root) : moveFocus(root, command.direction)
      case 'back':
        if (closePanel) return closePanel()
        if (isTv) location.assign(backPath)
        else hideControls()
    }
  }
}

function toggleCaptions(player: Player, language: Language) {
  const { captions } = player.$tracks.get()
  const { caption } = player.$selection.get()
  const preferred = captions.find(track => track.language.startsWith(language)) ?? captions[0]
  player.selectCaption(caption === null ? (preferred?.id ?? null) : null)
}
