/** URL of hls.js as its own file: the page preloads it by this URL, scripts import it by the same. */
import url from 'hls.js/dist/hls.min.mjs?url'

export const hlsUrl = url
