import type { QueryRunner } from 'typeorm';
import { administer, HttpClient } from '@plaudit/testing';
import { basic, startGatewayWorld } from '../gateway-world.suite';
import { BoundKeys1763500000000 } from './1763500000000-bound-keys';

describe('the gateway schema', () => {
  let gateway: Awaited<ReturnType<typeof startGatewayWorld>>;
  beforeAll(async () => (gateway = await startGatewayWorld()));
  afterAll(async () => gateway.close());

  it.each([
    [
      'a second main sub account',
      `insert into gateway.sub_accounts (account_id, name, main) select id, 'x', true from gateway.accounts`,
      'sub_accounts_main_key',
    ],
    [
      'an email that differs only in case from another one of the account',
      `insert into gateway.users (account_id, email, password_hash, role) select account_id, upper(email), 'x', 'user' from gateway.users`,
      'users_account_email_key',
    ],
    [
      'an unknown plan',
      `insert into gateway.accounts (plan, company_name) values ('gold', 'x')`,
      'accounts_plan_check',
    ],
    ['a user with an unknown role', `update gateway.users set role = 'owner'`, 'users_role_check'],
    ['a key with an unknown role', `update gateway.keys set role = 'owner'`, 'keys_role_check'],
    [
      'a key made by something unknown',
      `update gateway.keys set created_by_type = 'anonymous'`,
      'keys_created_by_type_check',
    ],
    [
      'the same key twice',
      `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role) select account_id, sub_account_id, name, prefix, hash, role from gateway.keys`,
      'keys_hash_key',
    ],
    ['the deletion of an account that has keys', 'delete from gateway.accounts', '_account_id_fkey'],
  ])('refuses %s', async (_what, sql, constraint) => {
    await expect(gateway.world.admin.query(sql)).rejects.toMatchObject({
      constraint: expect.stringContaining(constraint),
    });
  });

  it('reads the makers of older keys from the audit log', async () => {
    await new HttpClient(gateway.url).post('/public/v1/keys', {
      headers: basic(gateway.apiKey),
      body: { name: 'older' },
    });
    const makers = await administer(gateway.world.databaseUrl('gateway'), async (admin) => {
      await admin.query('begin');
      await admin.query('set local search_path to gateway');
      const runner = admin as unknown as QueryRunner;
      await new BoundKeys1763500000000().down(runner);
      await new BoundKeys1763500000000().up(runner);
      const rows = await admin.query<object>(
        `select k.name, k.created_by_type, maker.name as maker
           from keys k left join keys maker on maker.id = k.created_by_key_id order by k.id`,
      );
      await admin.query('rollback');
      return rows;
    });
    expect(makers).toEqual([
      { name: 'Bootstrap key', created_by_type: null, maker: null },
      { name: 'older', created_by_type: 'key', maker: 'Bootstrap key' },
    ]);
  });

  it('refuses a white-label domain that another account has verified', async () => {
    const insert = `with account as (
        insert into gateway.accounts (plan, company_name, vanity_url) values ('trial', 'x', 'reviews.example.com') returning id
      ) insert into gateway.vanity_domains (account_id, host, token, verified_by, verified_on)
        select id, 'reviews.example.com', 'x', $1, $2 from account`;
    await gateway.world.admin.query(insert, ['dns', new Date()]);
    await gateway.world.admin.query(insert, [null, null]);
    await expect(gateway.world.admin.query(insert, ['operator', new Date()])).rejects.toMatchObject({
      constraint: 'vanity_domains_verified_key',
    });
    await expect(gateway.world.admin.query(insert, ['dns', null])).rejects.toMatchObject({
      constraint: 'vanity_domains_verified_check',
    });
  });
});
