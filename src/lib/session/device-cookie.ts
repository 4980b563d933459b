/**
 * The cookie with the device's identifier (spec §3). Scripts send it with the sign-in, the HTTP layer with every call.
 */
export const DEVICE_COOKIE = 'unique_id_v3'
/** The longest lifetime that browsers accept. */
export const DEVICE_COOKIE_SECONDS = 400 * 86_400
