import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { serviceDatabaseUrl } from '@plaudit/database';
import {
  administer,
  cloneDatabase,
  RecordedLogs,
  serviceTemplate,
  startNats,
  type TestDatabase,
  TEST_ROLE_PASSWORD,
} from '@plaudit/testing';
import { probeService } from '../fixtures/probe-service';
import { principalPublicKey } from '../principal/principal-token';
import { startServices } from './start-services';

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

describe('the start of a service', () => {
  let database: TestDatabase;
  const logs = new RecordedLogs();

  const settings = (more: Record<string, string> = {}) => ({
    NODE_ENV: 'test',
    DATABASE_URL: serviceDatabaseUrl(database.adminUrl, 'reviews', TEST_ROLE_PASSWORD),
    NATS_URL: 'nats://127.0.0.1:1',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PRINCIPAL_PUBLIC_KEYS: principalPublicKey(randomBytes(32)),
    ...more,
  });

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    database = await cloneDatabase({ template: await serviceTemplate([probeService]) });
  });
  afterAll(() => database.drop());

  it('refuses a role that an earlier release provisioned, and warns of other limits', async () => {
    const alter = (change: string) =>
      administer(database.adminUrl, (admin) =>
        admin.query(`alter role plaudit_reviews in database ${database.name} ${change}`),
      );
    const starts = [{ definition: probeService, settings: settings() }];
    await alter('reset search_path');
    await expect(startServices(starts)).rejects.toThrow(
      'The role plaudit_reviews lacks its settings for this database: search_path is "$user", public, not reviews, public. Run npm run provision',
    );
    await alter('set search_path = reviews, public');
    for (const name of LIMITS) {
      await alter(`set ${name} = 0`);
      await expect(startServices(starts)).rejects.toThrow(`${name} is not set. Run npm run provision`);
      await alter(`set ${name} = 36000`);
    }
    await startServices([{ definition: probeService, settings: settings() }]).then((running) =>
      running.close(),
    );
    const warnings = logs.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^The role plaudit_reviews has other limits .* lock_timeout is 36000 ms and not 1500 ms.* Run npm run provision/,
      ),
    );
  });

  it('refuses a NATS whose max_payload is below the largest event', async () => {
    const nats = await startNats({ config: 'max_payload: 65536' });
    const starts = [{ definition: probeService, settings: settings({ NATS_URL: nats.url }) }];
    await expect(startServices(starts)).rejects.toThrow(/max_payload of 65536 bytes/);
    await nats.stop();
  });
});
