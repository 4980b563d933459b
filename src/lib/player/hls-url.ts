/** The engine as a file of its own, so that the page can name it in a preload link. */
import url from 'hls.js/dist/hls.min.mjs?url'

export const hlsUrl = url
