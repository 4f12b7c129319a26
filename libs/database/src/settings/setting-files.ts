import { readFileSync } from 'node:fs';

const PEM = /-----BEGIN [A-Z ]+-----/;

/**
 * Returns what is wrong with the file that a setting names, or null. `contentProblem` returns the end of a sentence about the
 * content. It must not quote the content, which may be a secret.
 */
export function fileProblem(
  name: string,
  path: string | undefined,
  contentProblem: (text: string) => string | null,
): string | null {
  if (!path) return null;
  try {
    const problem = contentProblem(readFileSync(path, 'utf8'));
    return problem ? `${name}: ${path} ${problem}` : null;
  } catch (error) {
    return `${name}: cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** Returns the end of a sentence if the text is not that of a PEM file. */
export function pemProblem(text: string): string | null {
  return PEM.test(text) ? null : 'is not a PEM file';
}
