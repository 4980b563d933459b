/** What AirPlay and Chromecast have in common. */
import type { RemoteVideo } from './create-engine.ts'
import type { Player } from './player-interface.ts'

export interface RemoteState {
  /** A device is there, so that the button shows. */
  isAvailable: boolean
  status: 'local' | 'connecting' | 'remote'
  /** Empty where the browser does not tell. */
  device: string
  hasFailed: boolean
}

export interface RemoteHost {
  player: Player
  video: RemoteVideo
  /** The address that a receiver plays. */
  link(): Promise<string>
  update(change: Partial<RemoteState>): void
  signal: AbortSignal
}

/** One way to a receiver. */
export interface Remote {
  /** Opens the browser's list of devices, or ends playback on the device. */
  press(): Promise<void>
}
