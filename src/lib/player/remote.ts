/** Interface shared by AirPlay and Chromecast. */
import type { RemoteVideo } from './create-engine.ts'
import type { Player } from './player-interface.ts'

export interface RemoteState {
  /** True if a device is available, so that the button shows. */
  isAvailable: boolean
  status: 'local' | 'connecting' | 'remote'
  /** Name of the device; empty if the browser does not report it. */
  device: string
  hasFailed: boolean
}

export interface RemoteHost {
  player: Player
  video: RemoteVideo
  /** Returns the address that a receiver plays. */
  link(): Promise<string>
  update(change: Partial<RemoteState>): void
  signal: AbortSignal
}

/** One method of playing on a receiver. */
export interface Remote {
  /** Opens the browser's list of devices, or ends playback on the device. */
  press(): Promise<void>
}
