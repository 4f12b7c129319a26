/** A command line or its environment is invalid. The programs in `cli` folders print the message and exit with code 2. */
export class UsageError extends Error {}
