/** The name of the profile that the server makes for a sub account without one. */
const MADE_NAME = 'default';

/** Returns true if the default profile needs a mark beside its name. "Default (default)" says the same twice. */
export function needsDefaultMark({ name, isDefault }: { name: string; isDefault: boolean }): boolean {
  return isDefault && name.trim().toLowerCase() !== MADE_NAME;
}
