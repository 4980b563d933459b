/** Receives the bytes of uploads by the tus protocol, in pieces that fit the body limit of the console. */
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { StaffAccount } from '../staff/sessions.ts'
import { freeUploadBytes, receivedBytes, uploadFolder } from './upload-folder.ts'
import {
  beginUpload,
  cancelUpload,
  findUpload,
  noteReceived,
  type UploadKind,
  type UploadRefusal,
} from './uploads.ts'

export const UPLOAD_PATH = '/api/uploads'
const ID_HEADER = 'pardeh-upload-id'
const FILENAME_LENGTH = 200

export type NewUploadFields = { content: string; kind: UploadKind; filename: string; bytes: number }

export function createUploadServer(deps: Deps) {
  const server = new Server({
    path: UPLOAD_PATH,
    datastore: new FileStore({ directory: uploadFolder(deps) }),
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: request => request.headers.get(ID_HEADER) ?? '',
  })

  /** Passes a request on with the id that only this function sets. */
  const handle = (request: Request, id: string) => {
    const headers = new Headers(request.headers)
    headers.set(ID_HEADER, id)
    const { url, method, body } = request
    return server.handleWeb(
      new Request(url, { method, headers, ...(body ? { body, duplex: 'half' } : {}) }),
    )
  }

  return {
    async begin(request: Request, account: StaffAccount, fields: NewUploadFields) {
      const filename = fields.filename.slice(0, FILENAME_LENGTH)
      const begun = await beginUpload(deps, { ...fields, filename, actor: account.email })
      if ('refusal' in begun) throw refusedUpload(begun.refusal)
      const reply = await handle(request, begun.id)
      // Without its file the row would keep others from uploading a video for this title.
      if (!reply.ok) await cancelUpload(deps, begun.id)
      return reply
    },

    /** @throws ApiError not_found for the upload of another member, conflict if another node has the file */
    async resume(request: Request, account: StaffAccount, id: string): Promise<Response> {
      const upload = await findUpload(deps.db, id)
      if (!upload || upload.actor !== account.email) throw new ApiError('not_found')
      if (upload.state !== 'uploading' && request.method !== 'HEAD') throw new ApiError('not_found')
      if (upload.state === 'uploading' && (await receivedBytes(deps, id)) === null)
        throw new ApiError('unavailable', { data: { reason: 'other_node' } })
      const bytes = Number(request.headers.get('content-length') ?? 0)
      if (request.method === 'PATCH' && (await freeUploadBytes(deps)) < bytes)
        throw refusedUpload('disk_full')
      const reply = await handle(request, id)
      await noteReceived(deps, upload)
      return reply
    },
  }
}

function refusedUpload(reason: UploadRefusal): ApiError {
  return new ApiError('validation_error', { data: { reason } })
}
