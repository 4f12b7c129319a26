/** The rule of the server. */
export const MIN_PASSWORD_LENGTH = 10;

/** Counts characters as the server does: a letter with an accent or an emoji counts as one. */
export function passwordLength(password: string): number {
  return [...password.normalize('NFKC')].length;
}
