import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | 'ready' | 'signed-in'
    'client:signed-in'?: boolean
  }
}
