/** The sessionStorage key of a notification that the next page shows. */
export const FLASH_KEY = 'parked-notification'
