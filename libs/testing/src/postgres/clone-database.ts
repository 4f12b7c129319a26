import { randomBytes } from 'node:crypto';

import { administer, testServerUrl, withDatabase } from './test-server';

export interface TestDatabase {
  name: string;
  /** As superuser. */
  adminUrl: string;
  /** Ends what is still connected. The run's end drops it anyway. */
  drop(): Promise<void>;
}

/** A database for one spec file alone: a copy of `template` (about 60 ms), or an empty one. */
export async function cloneDatabase({
  template = 'template1',
}: { template?: string } = {}): Promise<TestDatabase> {
  const name = `spec_${randomBytes(8).toString('hex')}`;
  const server = testServerUrl();
  await administer(server, (admin) => admin.query(`create database ${name} template ${template}`));
  return {
    name,
    adminUrl: withDatabase(server, name),
    drop: () =>
      administer(server, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
