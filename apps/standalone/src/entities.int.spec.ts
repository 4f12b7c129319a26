import { schemaDrift } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { ALL_SERVICES } from './services';

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
});
