/** What is wrong with how a command was called, or with a file that it was given; its text is all that the terminal shows. */
export class UsageError extends Error {}
