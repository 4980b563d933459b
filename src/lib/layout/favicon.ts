import favicon from '../../../public/favicon.svg?raw'

/** The site's icon within its pages: one request less, and made once for all of them. */
export const FAVICON = `data:image/svg+xml,${favicon.trim().replace(/[%"#<>\n]/g, encodeURIComponent)}`
