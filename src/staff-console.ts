/** Starts the console of the team on a port of its own, beside the site or the service alone. */
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { listen } from './http/listen.ts'
import { observeRequests } from './http/observe-requests.ts'
import { answerOptions, limitRequests, rejectUnknownHosts } from './http/request-limits.ts'
import type { RouteTemplate } from './http/route-template.ts'
import { securityHeaders } from './http/security-headers.ts'
import { servePictures, serveStaticFiles } from './http/static-files.ts'
import { createVisitorReader, usesHttps } from './http/visitor.ts'
import { createStaffApp } from './service/operations/console/app.ts'
import { keepUploadsTidy } from './service/operations/video/encode-upload.ts'
import type { Env } from './service/platform/env.ts'
import { PROJECT_ROOT } from './service/platform/project-root.ts'
import { withRequestId } from './service/platform/request-id.ts'
import { demoConsolePort } from './service/platform/settings/staff.ts'
import { StartError } from './service/platform/start-error.ts'
import type { LocalService } from './service/service.ts'

const BUILT = resolve(PROJECT_ROOT, 'dist/staff')

/** Does nothing without STAFF_PORT. @throws StartError if the port is taken, unless it is the one that the demo chose */
export async function startStaffConsole(env: Env, service: LocalService): Promise<void> {
  const { STAFF_PORT: port, STAFF_ORIGIN, HOST: host, MODE } = env
  if (port === 0) return
  const { log, registry, deps, stop } = service
  const own = { SITE_URL: STAFF_ORIGIN }
  const isHttps = usesHttps(own, undefined)
  const app = createStaffApp(deps, isHttps)
  try {
    await listen({
      host,
      port,
      portSetting: 'STAFF_PORT',
      log,
      isBehindProxy: env.TRUST_PROXY.length > 0,
      visitorOf: createVisitorReader(own, env.TRUST_PROXY),
      observe: observeRequests({ registry, log, env, routeOf }),
      steps: [
        limitRequests,
        rejectUnknownHosts({ ...own, ALLOWED_HOSTS: [], MODE }),
        answerOptions,
        serveStaticFiles(BUILT),
        // Browsers refuse pictures of the site in a page of another origin.
        servePictures([
          resolve(env.DATA_DIR, 'media/pictures'),
          resolve(PROJECT_ROOT, 'demo/pictures'),
        ]),
        async (req, res, { address, requestId }) => {
          for (const [name, value] of Object.entries(securityHeaders('reply', isHttps)))
            res.setHeader(name, value)
          const answer = getRequestListener(
            request =>
              withRequestId(requestId, async () =>
                app.fetch(wholeRequest(request), { address, requestId }),
              ),
            { overrideGlobalObjects: false },
          )
          await answer(req, res)
          return true
        },
      ],
      headers: securityHeaders('reply', isHttps),
      drainSeconds: 0,
      stop: async () => undefined,
    })
  } catch (error) {
    if (error instanceof StartError && MODE === 'demo' && port === demoConsolePort(env.PORT)) {
      log.warn({ port }, 'the port of the console is taken')
      return
    }
    await stop()
    throw error
  }
  keepUploadsTidy(deps)
  log.info({ host, port }, 'the console listens')
}

/** The limit of bodies copies a request whose length is not declared, which the listener's own light objects do not allow. */
function wholeRequest({ url, method, headers, body }: Request): Request {
  return new Request(url, { method, headers, ...(body ? { body, duplex: 'half' } : {}) })
}

/** A path may contain the token of an invitation or the id of a person, so only the first part is shown. */
function routeOf(path: string): RouteTemplate {
  const [, list = ''] = /^\/api\/([a-z]{1,20})\b/.exec(path) ?? []
  return { kind: 'staff', route: list ? `/api/${list}` : 'page' }
}
