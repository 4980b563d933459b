// Pages for testers of the demo: no scripts, one style sheet that the policy allows by its hash.
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { dir } from '#src/lib/i18n/languages.ts'
import { requestLanguage } from '../http/router.ts'

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#0e1020;color:#f2f0ea;font:16px/1.9 Vazirmatn,Vazirmatn Latin,Tahoma,sans-serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.6rem;margin:0 0 .25rem}
p{color:#a9adc2;margin:.25rem 0 1.5rem}
ol{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
li,form{background:#181b30;border:1px solid #2a2e4a;border-radius:1rem;padding:1rem 1.25rem}
header{display:flex;justify-content:space-between;gap:1rem;color:#a9adc2;font-size:.85rem}
b{display:block;font:700 1.75rem/1.5 ui-monospace,Menlo,monospace;letter-spacing:.25em;color:#5fd0c5}
pre{margin:.25rem 0 0;white-space:pre-wrap;font:inherit;font-size:.95rem}
a{color:#5fd0c5;font-weight:700}
label{display:block;font-size:.9rem;color:#a9adc2}
input{width:100%;margin:.25rem 0 1rem;padding:.75rem 1rem;border-radius:.75rem;border:1px solid #3a3f63;background:#0e1020;color:inherit;font:inherit}
button{width:100%;padding:.75rem;border:0;border-radius:.75rem;background:#d8315b;color:#fff;font:inherit;font-weight:700;cursor:pointer}
:focus-visible{outline:2px solid #5fd0c5;outline-offset:2px}
`
const HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Returns a page that reloads itself every `refresh` seconds, if given. */
export async function devPage(
  c: Context,
  title: string,
  body: Markup,
  refresh?: number,
): Promise<Response> {
  const language = requestLanguage(c)
  c.header('Content-Security-Policy', POLICY)
  c.header('Cache-Control', 'no-store')
  return c.html(html`<!doctype html>
    <html lang="${language}" dir="${dir(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refresh ? html`<meta http-equiv="refresh" content="${refresh}" />` : ''}
        <title>${title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`)
}
