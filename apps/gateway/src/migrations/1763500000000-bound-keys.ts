import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to keys who made them and the addresses that they may be used from. */
export class BoundKeys1763500000000 implements MigrationInterface {
  readonly name = 'BoundKeys1763500000000';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key to users, because a key may outlive its creator.
    await runner.query(`
      alter table keys
        add created_by_type text,
        add created_by_user_id bigint,
        add created_by_key_id bigint,
        add allowed_ips text[] not null default '{}',
        add constraint keys_created_by_type_check check (created_by_type in ('key', 'user', 'operator'))`);
    // The audit log knows who made the keys that exist. A key that it does not name keeps null.
    await runner.query(`
      update keys k set
          created_by_type = a.actor_type,
          created_by_user_id = case a.actor_type when 'user' then a.actor_id end,
          created_by_key_id = case a.actor_type when 'key' then a.actor_id end
        from audit a
       where a.account_id = k.account_id and a.action = 'key.created' and a.target_id = k.id
         and a.actor_type in ('user', 'key', 'operator')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table keys
        drop constraint keys_created_by_type_check,
        drop column created_by_type, drop column created_by_user_id, drop column created_by_key_id,
        drop column allowed_ips`);
  }
}
