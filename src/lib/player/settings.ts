/** The viewer's settings: they take effect at once and are stored in this browser. */
import type { ReadableAtom } from 'nanostores'
import type { Engine, Tracks } from './engine.ts'
import { $preferences, preferences } from './preferences.store.ts'
import { trackPreferenceKey } from './tracks.ts'

export interface PlayerSettings {
  /** Sets the volume, 0 to 1. */
  setVolume(volume: number): void
  setMuted(isMuted: boolean): void
  setRate(rate: number): void
  selectAudio(id: string): void
  /** Null turns the captions off. */
  selectCaption(id: string | null): void
  /** Null lets the engine choose. Not stored: the next title starts with the engine's choice. */
  selectQuality(id: string | null): void
  setDataSaver(isOn: boolean): void
}

export function createSettings(
  video: HTMLVideoElement,
  $tracks: ReadableAtom<Tracks>,
  engine: () => Engine | null,
): PlayerSettings {
  return {
    setVolume(volume) {
      video.volume = Math.min(1, Math.max(0, volume))
      video.muted = video.volume === 0
      $preferences.setKey('volume', video.volume)
      $preferences.setKey('isMuted', video.muted)
    },
    setMuted(isMuted) {
      video.muted = isMuted
      if (!isMuted && video.volume === 0) video.volume = 0.5
      $preferences.setKey('isMuted', isMuted)
    },
    setRate(rate) {
      video.playbackRate = rate
      $preferences.setKey('rate', rate)
    },
    selectAudio(id) {
      engine()?.selectAudio(id)
      const track = $tracks.get().audio.find(it => it.id === id)
      if (track) $preferences.setKey('audio', trackPreferenceKey(track))
    },
    selectCaption(id) {
      engine()?.selectCaption(id)
      const track = $tracks.get().captions.find(it => it.id === id)
      $preferences.setKey('caption', track ? trackPreferenceKey(track) : 'off')
    },
    selectQuality: id => engine()?.selectQuality(id),
    setDataSaver(isOn) {
      if (isOn) engine()?.selectQuality(null)
      engine()?.setDataSaver(isOn)
      $preferences.setKey('dataSaver', isOn ? 'on' : 'off')
    },
  }
}

/** Applies the stored volume; an element that is already muted stays muted. */
export function restoreVolume(video: HTMLVideoElement) {
  const { volume, isMuted } = preferences()
  video.volume = Math.min(1, Math.max(0, volume))
  if (!video.muted) video.muted = isMuted
}
