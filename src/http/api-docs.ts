/**
 * The API reference at /api/docs: a page on which Redoc draws /api/openapi.json. It loads nothing from other servers. Its texts are
 * English, like the description.
 */
import { hash } from 'node:crypto'
import { redoc } from 'virtual:api-reference'
import type { MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts'
import { brandName } from '#src/lib/i18n/brand-name.ts'
import { runtime } from '../runtime.ts'

export const API_DOCS_PATH = '/api/docs'

const FONT = 'system-ui, sans-serif'
const LIGHT = {
  typography: { fontFamily: FONT, headings: { fontFamily: FONT } },
  sidebar: { width: '300px' },
}
const DARK = {
  ...LIGHT,
  colors: {
    primary: { main: '#ff8199' },
    success: { main: '#35c2b4' },
    warning: { main: '#f4b740' },
    error: { main: '#ff7a7a' },
    gray: { 50: '#191d2b', 100: '#12151f' },
    border: { dark: '#3b4053', light: '#2a2e3d' },
    text: { primary: '#f4f1ea', secondary: '#b0b3c2' },
    responses: {
      success: { color: '#35c2b4', backgroundColor: '#10262a', tabTextColor: '#35c2b4' },
      error: { color: '#ff7a7a', backgroundColor: '#2b151d', tabTextColor: '#ff7a7a' },
      info: { color: '#8fb8ff', backgroundColor: '#131d33', tabTextColor: '#8fb8ff' },
      redirect: { color: '#f4b740', backgroundColor: '#2a2212', tabTextColor: '#f4b740' },
    },
  },
  schema: {
    nestedBackground: '#12151f',
    linesColor: '#5b6178',
    typeNameColor: '#b0b3c2',
    typeTitleColor: '#b0b3c2',
    requireLabelColor: '#ff7a7a',
    arrow: { color: '#b0b3c2' },
  },
  typography: {
    ...LIGHT.typography,
    code: { color: '#ff8199', backgroundColor: '#191d2b' },
    links: { color: '#8fb8ff', visited: '#8fb8ff', hover: '#c3d9ff' },
  },
  sidebar: { ...LIGHT.sidebar, backgroundColor: '#12151f', textColor: '#f4f1ea' },
  rightPanel: {
    backgroundColor: '#12151f',
    servers: { overlay: { backgroundColor: '#191d2b', textColor: '#f4f1ea' } },
  },
  codeBlock: { backgroundColor: '#05060b' },
  fab: { backgroundColor: '#191d2b', color: '#ff8199' },
}

const START = `Redoc.init('/api/openapi.json',{sortRequiredPropsFirst:true,theme:matchMedia('(prefers-color-scheme: dark)').matches?${JSON.stringify(DARK)}:${JSON.stringify(LIGHT)}},document.getElementById('reference'))`
/** The rules for dark systems replace colours that Redoc's theme cannot change. */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;background:#fff}
noscript{display:block;padding:2rem;font:1rem/1.6 ${FONT}}
@media (prefers-color-scheme:dark){
body{background:#0a0c13;color:#f4f1ea}
#reference h5,#reference h5 *,#reference caption{color:#b0b3c2;border-color:#3b4053}
#reference td{border-color:#3b4053}
#reference select{color:#f4f1ea}
#reference .react-tabs__tab--selected{background:#f4f1ea;color:#171a26!important}
}`
/** Redoc adds an empty style, which it fills by script, and this one of perfect-scrollbar. */
const PERFECT_SCROLLBAR = 'QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${source(START)}`,
  `style-src ${source('')} ${source(STYLE)} 'sha256-${PERFECT_SCROLLBAR}'`,
  // Redoc's icons and its search, which runs in a worker.
  'img-src data:',
  'worker-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Answers with the reference in the demo, and in production if API_DOCS is on. Otherwise the path does not exist. */
export const serveApiDocs: MiddlewareHandler = async (c, next) => {
  if (runtime().settings.API_DOCS !== 'on') return next()
  c.header('Content-Security-Policy', POLICY)
  return c.html(
    html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${brandName(LANGUAGES.at(-1) ?? DEFAULT_LANGUAGE)} API</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<noscript>The reference needs JavaScript. <a href="/api/openapi.json">The description of the API</a> (OpenAPI 3.1) does not.</noscript>
<div id="reference"></div>
<script src="${redoc}"></script>
<script>${raw(START)}</script>
</body>
</html>`,
  )
}

function source(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
