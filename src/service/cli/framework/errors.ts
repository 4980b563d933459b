/** What is wrong with how a command was called, or with a file that it was given; its text is all that the terminal shows. */
export class UsageError extends Error {}

/** Arguments and options that do not go together: told with the usage of the action. */
export class ArgumentsError extends UsageError {}
