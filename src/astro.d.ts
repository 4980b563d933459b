import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | 'ready'
    'client:signed-in'?: boolean
  }
}
