/** The values of enumerations that browser code lists. It is apart from the schemas, so that a browser gets them without zod. */

export const DEPARTMENTS = ['none', 'technical', 'support', 'content', 'management'] as const
