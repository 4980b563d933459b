/** Plays a title's trailer in a video element, without controls. Browser only. */
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { api } from '../api/browser.ts'
import { createEngine } from '../player/create-engine.ts'
import { isDataSaverOn, storedPreference } from '../player/data-saver.ts'

type Playback = { signal: AbortSignal; fail: () => void }

/**
 * Plays the trailer.
 * @throws CallFailed if the service denies the title, for example because of a child's age
 */
export async function playTrailer(
  video: HTMLVideoElement,
  shortId: string,
  { signal, fail }: Playback,
): Promise<void> {
  const content = await api(getContent, { params: { short_id: shortId } }, { signal })
  const file = content.video_files.trailer
  if (!file) return fail()
  const params = { id: content.id, fileId: file.video_file_id, use: 'trailer' }
  const { manifest_url: url, drm } = await api(getPlayback, { params }, { signal })
  const engine = await createEngine({
    video,
    drm,
    isTvDevice: false,
    bandwidth: null,
    isDataSaver: isDataSaverOn(storedPreference('dataSaver')),
    emit: ({ type }) => {
      if (type === 'failed') fail()
    },
    renewUrl: () => Promise.reject(new Error('a preview is shorter than its URL lasts')),
  })
  if (!engine) return fail()
  signal.addEventListener('abort', () => engine.destroy())
  if (signal.aborted) return engine.destroy()
  engine.load({ url, startAt: 0, drm })
  await video.play()
}
