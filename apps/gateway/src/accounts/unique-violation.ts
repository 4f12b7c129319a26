const UNIQUE_VIOLATION = '23505';

/** True when the database refused a row because of this unique index or constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && violated === constraint;
}
