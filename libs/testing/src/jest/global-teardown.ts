import { once } from 'node:events';

/** Lets the child of the setup clean up, and waits for it, so that nothing of a run is left when jest has ended. */
// jest calls the default export.
// oxlint-disable-next-line import/no-default-export
export default async function globalTeardown(): Promise<void> {
  const child = globalThis.plauditTestRun;
  if (!child || child.exitCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
}
