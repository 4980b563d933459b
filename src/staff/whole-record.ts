/** Lists keep their rows as records of the same id. A screen asks for the whole record under a key of its own. */
export const WHOLE_RECORD = { meta: { isWhole: true } } as const
