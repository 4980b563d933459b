/** The sessionStorage key of the audio book that keeps playing while its listener browses. */
export const LISTENING_KEY = 'listening'
