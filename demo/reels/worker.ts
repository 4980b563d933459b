/** Makes the files of reels in a thread of its own, so that the service answers meanwhile. */
import { parentPort } from 'node:worker_threads'
import { describeReel, readReel } from './reels.ts'

type ReelRequest = { id: number; key: string; file: string | null }
type ReelReply = { id: number; result: unknown; problem?: string }

parentPort?.on('message', async ({ id, key, file }: ReelRequest) => {
  const reply: ReelReply = await answer(key, file).then(
    result => ({ id, result }),
    (error: unknown) => ({ id, result: null, problem: String(error) }),
  )
  parentPort?.postMessage(reply)
})

async function answer(key: string, file: string | null): Promise<unknown> {
  if (file === null) return describeReel(key)
  const content = await readReel(key, file)
  return typeof content === 'string' ? Buffer.from(content) : content
}
