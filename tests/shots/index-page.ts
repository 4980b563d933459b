/** index.html of a folder of screenshots: a table per screen, its viewers below each other, its widths side by side. */
import type { Taken } from './capture.ts'

const STYLE = `
body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; background: #16181d; color: #e8e8ea }
a { color: inherit }
nav { columns: 14rem; margin-block: 16px 40px }
h2 { margin: 40px 0 8px; padding-top: 12px; border-top: 1px solid #444 }
.row { display: flex; gap: 16px; align-items: start; margin-block: 12px 28px }
figure { margin: 0 }
figcaption { font-size: 12px; color: #aab }
img { display: block; height: 420px; width: auto; max-width: 560px; object-fit: cover; object-position: top; border: 1px solid #444 }
.problem { color: #ff9d8a; max-width: 560px; overflow-wrap: anywhere }
`

export function indexPage(shots: readonly Taken[]): string {
  const screens = Map.groupBy(shots, shot => shot.screen.name)
  const failed = shots.filter(({ problems }) => problems.length > 0)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Screenshots</title>
<style>${STYLE}</style>
<h1>${shots.length} screenshots of ${screens.size} screens</h1>
<p>${failed.length === 0 ? 'No page complained.' : `${failed.length} with problems, marked below.`}</p>
<nav>${[...screens.keys()].map(name => `<a href="#${escaped(name)}">${escaped(name)}</a><br>`).join('\n')}</nav>
${[...screens].map(([name, taken]) => section(name, taken)).join('\n')}
</html>
`
}

function section(name: string, taken: readonly Taken[]): string {
  const rows = Map.groupBy(taken, ({ viewer, mode, language }) =>
    [viewer, language, mode].filter(word => word !== 'plain').join(', '),
  )
  const tables = [...rows].map(
    ([title, row]) =>
      `<h3>${escaped(title)}</h3>\n<div class="row">${row.map(figure).join('\n')}</div>`,
  )
  return `<h2 id="${escaped(name)}">${escaped(name)}</h2>\n${tables.join('\n')}`
}

function figure({ file, width, address, problems }: Taken): string {
  const href = escaped(encodeURIComponent(file))
  return `<figure><a href="${href}"><img src="${href}" alt="" loading="lazy"></a>
<figcaption>${width} px, ${escaped(decoded(address))}</figcaption>
${problems.map(text => `<p class="problem">${escaped(text)}</p>`).join('')}</figure>`
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
