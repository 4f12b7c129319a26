/**
 * The version of the rules and words of the embedded provider. Raise it when they change what it writes: texts that an older version
 * has written are then out of date.
 */
export const EMBEDDED_VERSION = 3;
