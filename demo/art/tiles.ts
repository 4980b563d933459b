import type { Drawing } from './drawing.ts'
import { drawScene } from './scene.ts'

/** genre | palette | scene */
const TILES = `
drama | dusk | sky sun:1.2@0,-4 ridges:1 leafy:1.6@0,4 woman:.8@22,4
comedy | sunny | burst dots shadowed{ loaded:1.6@0,-2 }
crime | noir | dark blinds:1{ } head:1.2@0,8=fronthat vignette
romance | rose | sky moon:1.4@0,4 hills branch:1 couple:1.2@0,4
action | ember | sky city:.9 sun:1@0,-4 runner:1.7@0,8 sparks:1
thriller | teal | sky fog pines:.9 road fog man:.9@0,8 vignette
horror | blood | sky fog woods:1=gap flat girl:1.1 fog vignette
history | turq | arch:1.3{ sky moon oldtown rider:1.2@0,2 }
musical | plum | plain=near vinyl:1 strings setar:1@0,8
documentary | dawn | sky ridges:1.3 hills:.5 caravan:.3@0,0 birds
kids | sky | papercut:1.1{ sky clouds hills hoopoe:1.5@0,-12=accent kite:.6@24,-30 }
adventure | grass | sky clouds balloon:1.1@0,-14 hills pines:.5
mystery | indigo | plain=near maze:1.2 key:1.1@0,-10
biography | amber | plain=near pool:1.2 bust:1.3@0,8=man{ sky sun oldtown:1 }
scifi | neon | sky stars:1 planet=ring stripedsun:.01 grid astronaut:1.1@-22,5
fantasy | gold | sky stars galaxy peak:.9 fort:.8@0,-6 feather:.8@30,4 mirror{ }
war | olive | sky smoke sun stumps:1 soldiers:1 birds
family | mint | sky clouds hills house:1.4@0,2 fatherchild:.9@-26,6 motherchild:.9@-36,6
animation | lilac | papercut:1.1{ sky stars owl:1.2@-14,0=near fox:1.2@14,0=accent }
sport | brick | stripes ball:1.5@0,-6 runner:1.5@-26,2=near
`

export function tileDrawings(): Drawing[] {
  return TILES.trim()
    .split('\n')
    .map(row => {
      const [name = '', palette = '', scene = ''] = row.split('|').map(cell => cell.trim())
      const drawn = drawScene(`tile ${name}`, palette, scene, {
        width: 1600,
        centre: 800,
        ground: 680,
      })
      return {
        kind: 'tile',
        name,
        width: 640,
        height: 360,
        html: `<svg viewBox="160 70 1280 720">${drawn}</svg>`,
      }
    })
}
