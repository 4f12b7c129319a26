import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { type OutsideConsumer, SERVICE_NAMES, withOutsideConsumers } from '@plaudit/contracts';
import { findNatsServer } from '@plaudit/embedded';

const CRM: OutsideConsumer = { name: 'crm', accountId: 7, passwordHash: '$2a$04$abcdefghijklmnopqrstuu' };

describe('the configuration in deploy/nats', () => {
  const deployed = join(__dirname, '..', '..', '..', '..', 'deploy', 'nats');
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plaudit-nats-conf-'));
    cpSync(deployed, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['without outside consumers', []],
    ['with outside consumers', [CRM, { ...CRM, name: 'lake', accountId: null }]],
  ])('is accepted by nats-server %s', async (_name, outside) => {
    const binary = await findNatsServer({ env: process.env });
    const [, major, minor] =
      /v(\d+)\.(\d+)/.exec(execFileSync(binary, ['--version'], { encoding: 'utf8' })) ?? [];
    const file = join(folder, 'nats-server.conf');
    const text = readFileSync(file, 'utf8');
    const users = join(folder, 'users.conf');
    writeFileSync(users, withOutsideConsumers(readFileSync(users, 'utf8'), outside));
    // The server of the tests may be older than the deployed one and not know sync_interval.
    const supportsSyncInterval = Number(major) * 100 + Number(minor) >= 210;
    writeFileSync(file, supportsSyncInterval ? text : text.replace(/^ *sync_interval.*$/m, ''));
    const names = ['ADMIN', ...SERVICE_NAMES.map((name) => name.toUpperCase())];
    const env = Object.fromEntries(names.map((user) => [`${user}_NATS_PASSWORD`, 'password']));
    expect(() => execFileSync(binary, ['-t', '-c', file], { env, stdio: 'pipe' })).not.toThrow();
  });
});
