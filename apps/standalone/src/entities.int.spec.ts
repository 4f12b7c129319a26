import { schemaDrift } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { ALL_SERVICES } from './services';

/** Columns of bytes that hold no secret that the product could read: hashes, and the bodies of events. */
const NOT_SEALED = [
  'gateway.keys.hash',
  'gateway.login_links.hash',
  'gateway.sessions.hash',
  'gateway.sign_in_attempts.counter',
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

  it('declare every column of bytes as sealed, unless it holds no secret', async () => {
    const columns = await product.world.admin.query<{ name: string }>(
      `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
       where data_type = 'bytea' and table_schema = any($1) order by name`,
      [ALL_SERVICES.map(({ name }) => name)],
    );
    const sealed = ALL_SERVICES.flatMap(({ sealed: own = [] }) =>
      own.map(({ schema, table, column }) => `${schema}.${table}.${column}`),
    );
    expect(columns.map(({ name }) => name)).toEqual([...sealed, ...NOT_SEALED].sort());
  });
});
