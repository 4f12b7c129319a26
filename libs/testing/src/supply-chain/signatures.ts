import { execFile } from 'node:child_process';

const TIMEOUT_MS = 120_000;

/** `unchecked` means that the registry's signing keys could not be read, for example without internet. */
export type SignatureVerdict = { state: 'verified' } | { state: 'unchecked' | 'invalid'; reason: string };

/** Verifies the registry's signature of every installed package with `npm audit signatures`. Never throws. */
export function checkSignatures(root: string, npm = 'npm'): Promise<SignatureVerdict> {
  const args = ['audit', 'signatures', '--json', '--fetch-retries=0'];
  return new Promise((resolve) => {
    execFile(npm, args, { cwd: root, timeout: TIMEOUT_MS, encoding: 'utf8' }, (error, stdout) => {
      resolve(readVerdict(stdout, error));
    });
  });
}

interface NpmOutput {
  invalid?: { name: string; version: string }[];
  error?: { summary?: string };
}

function readVerdict(stdout: string, error: Error | null): SignatureVerdict {
  const { invalid, error: problem } = parse(stdout);
  if (invalid && invalid.length > 0) {
    return { state: 'invalid', reason: invalid.map(({ name, version }) => `${name}@${version}`).join(', ') };
  }
  // npm also fails if a package has no signature. Only the report of a complete check has the list `invalid`.
  if (invalid) return { state: 'verified' };
  return { state: 'unchecked', reason: problem?.summary ?? error?.message ?? 'npm printed no report' };
}

function parse(stdout: string): NpmOutput {
  try {
    return JSON.parse(stdout) as NpmOutput;
  } catch {
    return {};
  }
}
