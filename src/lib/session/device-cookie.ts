/** The cookie of the device's identifier (spec §3), which scripts send with the sign-in and the HTTP layer with every call. */
export const DEVICE_COOKIE = 'unique_id_v3'
/** No browser stores a cookie for longer. */
export const DEVICE_COOKIE_SECONDS = 400 * 86_400
