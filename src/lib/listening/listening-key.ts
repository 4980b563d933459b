/** The sessionStorage key of the audio book that goes on while its listener browses. */
export const LISTENING_KEY = 'listening'
