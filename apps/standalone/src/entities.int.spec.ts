import { schemaDrift } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { ALL_SERVICES } from './services';

describe('the migrations of', () => {
  let product: ProductWorld;
  beforeAll(async () => (product = await startProductWorld()));
  afterAll(() => product.close());

  it.each(ALL_SERVICES.map((definition) => [definition.name, definition] as const))(
    '%s make exactly the tables that its entities describe',
    async (_name, definition) => {
      expect(await schemaDrift(product.world, definition)).toEqual([]);
    },
  );
});
