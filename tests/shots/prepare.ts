/** What the demo's accounts have not done yet: things in lists, so that the screens are not empty. */
import type { Finder } from './finder.ts'
import type { Call, Viewer } from './viewers.ts'

const WATCHED = [
  ['quiet-orchard', 9],
  ['last-ferry', 5],
  ['goat-on-roof', 14],
] as const
const BOOKMARKED = ['damavand-awake', 'alley-of-plane-trees', 'house-of-seven-lamps'] as const

export async function prepare(viewer: Viewer, call: Call, find: Finder): Promise<void> {
  if (viewer !== 'subscriber') return
  for (const [externalId, seconds] of WATCHED) await watch(call, find, externalId, seconds)
  const series = await find.title('alley-of-plane-trees')
  const episode = series.seasons[0]?.episodes[3]
  if (episode) await watchFile(call, await fileOf(call, episode.short_id), 8)
  for (const externalId of BOOKMARKED) {
    const { id } = await find.title(externalId)
    await call('post', '/users/_self/bookmarks', { video_content_id: id })
  }
  const { id } = await find.title('quiet-orchard')
  const text = 'آرام و گیرا. صحنهٔ زیر درخت پیر تا مدت‌ها در ذهنم ماند.'
  await call('post', `/video-contents/${id}/comments`, { text })
  await call('post', '/tickets', {
    title: 'زیرنویس قسمت چهارم',
    text: 'زیرنویس قسمت چهارم کوچهٔ چنار چند ثانیه دیرتر از صدا نشان داده می‌شود.',
    department: 'technical',
  })
}

async function watch(call: Call, find: Finder, externalId: string, seconds: number) {
  const { id, video_files } = await find.title(externalId)
  await watchFile(call, { id, file: video_files.primary?.video_file_id ?? '' }, seconds)
}

async function fileOf(call: Call, shortId: string) {
  type Content = { id: string; video_files: Record<string, { video_file_id: string }> }
  const { id, video_files } = await call<Content>('get', `/video-contents/${shortId}`)
  return { id, file: video_files.primary?.video_file_id ?? '' }
}

async function watchFile(call: Call, { id, file }: { id: string; file: string }, seconds: number) {
  const path = `/video-contents/${id}/files/${file}`
  const { lease_id } = await call<{ lease_id: string | null }>('get', `${path}/play`)
  await call('post', `${path}/playback`, { current_time: seconds, lease_id, ended: true })
}
