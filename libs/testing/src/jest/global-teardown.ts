import { once } from 'node:events';

/** Waits until the child of the setup has cleaned up, so that nothing of a run is left when jest has ended. */
// Jest calls the default export.
// oxlint-disable-next-line import/no-default-export
export default async function globalTeardown(): Promise<void> {
  const child = globalThis.plauditTestRun;
  if (!child || child.exitCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
}
