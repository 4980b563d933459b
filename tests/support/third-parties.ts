/** A tag manager, its tags, a chat widget and a media server, which affect a page as real ones do. */
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join, resolve } from 'node:path'
import type { Host } from './internet.ts'

export const THIRD_PARTY_SETTINGS = {
  TAG_MANAGER_ID: 'GTM-ABC1234',
  CHAT_WIDGET_URL: 'https://chat.example/widget.js?key=1',
  THIRD_PARTY_ORIGINS: 'https://*.tags.example, https://forms.example',
}
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="96"/>'

/** Loads its second script from its own host and a tag from another host, and creates a Trusted Types policy. */
const CONTAINER = `(() => {
  self.google_tag_manager = { id: new URL(document.currentScript.src).searchParams.get('id') }
  self.trustedTypes && trustedTypes.createPolicy('goog#html', { createHTML: text => text })
  const load = url => {
    const script = document.createElement('script')
    script.async = true
    script.src = url
    document.head.insertBefore(script, document.head.firstChild)
  }
  load('https://www.googletagmanager.com/gtag/js?id=G-1&l=dataLayer')
  load('https://cdn.tags.example/tag.js')
  const holder = document.createElement('div')
  holder.innerHTML = '<div style="display:none" data-custom-tag>a custom HTML tag</div>'
  document.body.append(holder)
})()`
/** Sends its measurements by a beacon, a request and a picture. */
const ANALYTICS = `(() => {
  navigator.sendBeacon('https://region1.google-analytics.com/g/collect?v=2&en=page_view', '')
  fetch('https://analytics.google.com/g/collect?v=2', { method: 'POST', mode: 'no-cors', keepalive: true })
  new Image().src = 'https://www.google-analytics.com/collect?v=1'
})()`
const TAG = `self.customTag = true; fetch('https://forms.example/seen', { method: 'POST', mode: 'no-cors' })`
/** Shows a button and a frame with inline styles and a style sheet, and opens a socket. */
const CHAT_STYLES = '#chat-widget > button { letter-spacing: 3px }'
const CHAT = `(() => {
  const style = document.createElement('style')
  style.textContent = '#chat-widget { position: fixed; inset-block-end: 0; inset-inline-end: 0; width: 61px; height: 40px }'
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = 'https://chat.example/widget.css'
  document.head.append(style, sheet)
  const root = document.createElement('div')
  root.id = 'chat-widget'
  root.innerHTML = '<button type="button">chat</button><iframe title="chat" src="https://chat.example/frame" style="width:1px;height:1px;border:0"></iframe>'
  document.body.append(root)
  const socket = new WebSocket('wss://chat.example/socket')
  socket.onmessage = ({ data }) => { root.dataset.said = data }
})()`

export function thirdPartyHosts(): Record<string, Host> {
  const nothing: RequestListener = (_, res) => void res.writeHead(204).end()
  const googleTags: RequestListener = (req, res) =>
    script(res, req.url?.startsWith('/gtm.js') ? CONTAINER : ANALYTICS)
  return {
    'www.googletagmanager.com': googleTags,
    'region1.google-analytics.com': nothing,
    'www.google-analytics.com': picture,
    'analytics.google.com': nothing,
    'cdn.tags.example': (_, res) => script(res, TAG),
    'forms.example': nothing,
    'chat.example': (req, res) => {
      if (req.url?.startsWith('/widget.js')) script(res, CHAT)
      else if (req.url?.startsWith('/widget.css'))
        res.writeHead(200, { 'Content-Type': 'text/css' }).end(CHAT_STYLES)
      else page(res, 'a chat')
    },
    'trustseal.enamad.ir': picture,
    'logo.samandehi.ir': picture,
    'media.example': media,
    'licence.example': (_, res) =>
      void res.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('a licence'),
  }
}

const STREAMS = resolve(import.meta.dirname, '../../demo/streams')
const PICTURES = resolve(import.meta.dirname, '../../demo/pictures')
const TYPES: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}

/** Serves the demo's pictures and streams at another origin, with any signature. */
function media(req: IncomingMessage, res: ServerResponse): void {
  const path = (req.url ?? '').split('?', 1)[0] ?? ''
  const stream = /\/demo\/([\w/.-]+)$/.exec(path)?.[1]
  const picture = /^\/media\/pictures\/([\w/.-]+)$/.exec(path)?.[1]
  const file = stream
    ? join(STREAMS, stream.replace('/-/', '/'))
    : join(PICTURES, picture ?? 'none')
  const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' }
  if (req.method === 'OPTIONS') return void res.writeHead(204, headers).end()
  if (!existsSync(file)) return void res.writeHead(404, headers).end()
  sendRange(
    res,
    { bytes: readFileSync(file), range: req.headers.range, type: TYPES[extname(file)] },
    headers,
  )
}

type Sent = { bytes: Buffer; range: string | undefined; type: string | undefined }
function sendRange(res: ServerResponse, { bytes, range, type }: Sent, cors: object): void {
  const headers = { ...cors, 'Content-Type': type ?? 'application/octet-stream' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return void res.writeHead(200, headers).end(bytes)
  const last = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1)
  const part = bytes.subarray(Number(from), last + 1)
  res.writeHead(206, { ...headers, 'Content-Range': `bytes ${from}-${last}/${bytes.length}` })
  res.end(part)
}

function script(res: ServerResponse, text: string): void {
  res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(text)
}

function page(res: ServerResponse, text: string): void {
  res.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>${text}</title>`)
}

function picture(_: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(PICTURE)
}
