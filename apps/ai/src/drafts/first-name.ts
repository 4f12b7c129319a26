import { readPersonName } from '@plaudit/runtime';

/**
 * Returns the name that a reply greets an author by. Null if the author is a company, a placeholder such as `A Google User`, a
 * nickname with digits, or is known by initials only.
 */
export function firstNameOf(author: string | null): string | null {
  const first = readPersonName(author)?.first ?? null;
  return first === null || isInitials(first) || /\d/.test(author ?? '') ? null : first;
}

/** Names of scripts without capital letters have no initials. */
function isInitials(name: string): boolean {
  return name.includes('.') || /^\p{Lu}{1,3}$/u.test(name);
}
