import { createDataSource, databaseMigrations, migrate } from '@plaudit/database';
import { eventMigrations } from '@plaudit/events';
import { sealedColumns } from '@plaudit/runtime';
import { schemaDrift } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { ALL_SERVICES } from './services';

/** Columns of bytes that hold no secret that the product could read: hashes, and the bodies of events. */
const NOT_SEALED = [
  'ai.forgotten_texts.text_hash',
  'ai.remembered_answers.key',
  'ai.translations.key',
  'ai.translations.text_hash',
  'channels.oauth_connections.choice_hash',
  'channels.oauth_connections.state_hash',
  'gateway.keys.hash',
  'gateway.login_links.hash',
  'gateway.password_resets.hash',
  'gateway.sessions.hash',
  'gateway.setup_links.hash',
  'gateway.sign_in_attempts.counter',
  'invitations.requests.recipient_key',
  'invitations.suppressions.recipient_key',
  'reviews.reviews.fingerprint',
  'reviews.suppressions.person',
  'webhooks.events.body',
  ...ALL_SERVICES.map(({ name }) => `${name}.parked_events.payload`),
];

describe('migrations and entities', () => {
  let product: ProductWorld;
  beforeAll(async () => (product = await startProductWorld()));
  afterAll(() => product.close());

  it.each(ALL_SERVICES.map((definition) => [definition.name, definition] as const))(
    'agree on the tables of %s',
    async (_name, definition) => {
      expect(await schemaDrift(product.world, definition)).toEqual([]);
    },
  );

  it.each(ALL_SERVICES.map((definition) => [definition.name, definition] as const))(
    'let those of %s without a transaction run again, because a crash leaves them half done',
    async (name, definition) => {
      const migrations = [...databaseMigrations, ...eventMigrations, ...definition.migrations];
      const repeated = migrations.filter((migration) => new migration().transaction === false);
      expect(repeated.length).toBeGreaterThan(0);
      const dataSource = createDataSource({
        url: product.world.databaseUrl(name),
        schema: name,
        entities: definition.entities,
        migrations,
      });
      await dataSource.initialize();
      const schema = () =>
        product.world.admin.query(
          'select indexname, indexdef from pg_indexes where schemaname = $1 order by 1',
          [name],
        );
      const before = await schema();
      await dataSource.query('delete from migrations where name = any($1)', [
        repeated.map((one) => one.name),
      ]);
      await migrate(dataSource);
      const recorded = await dataSource.query<object[]>('select from migrations where name = any($1)', [
        repeated.map((one) => one.name),
      ]);
      await dataSource.destroy();
      expect(recorded).toHaveLength(repeated.length);
      expect(await schema()).toEqual(before);
    },
  );

  it('declare every column of bytes as sealed, unless it holds no secret', async () => {
    const columns = await product.world.admin.query<{ name: string }>(
      `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
       where data_type = 'bytea' and table_schema = any($1) order by name`,
      [ALL_SERVICES.map(({ name }) => name)],
    );
    const sealed = ALL_SERVICES.flatMap(sealedColumns).map(
      ({ schema, table, column }) => `${schema}.${table}.${column}`,
    );
    expect(columns.map(({ name }) => name)).toEqual([...sealed, ...NOT_SEALED].sort());
  });
});
