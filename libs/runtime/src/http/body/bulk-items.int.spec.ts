import { Body, Controller, Module, Post } from '@nestjs/common';
import { ApiError, Optional } from '@plaudit/contracts';
import { type Caller, startWorld, type World } from '@plaudit/testing';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { ServiceEnv } from '../../env/service-env';
import { Scoped } from '../../principal/scoped.decorator';
import { defineService } from '../../service/define-service';
import { readItem, ReadsItems } from './bulk-items';

class PartInput {
  @IsInt() size: number;
}

class ItemInput {
  @IsString() name: string;
  @Optional() @IsArray() @ValidateNested({ each: true }) @Type(() => PartInput) parts?: PartInput[];
}

@Controller('public/v1/items')
class ItemsController {
  @Post('one')
  @Scoped('reviews:write')
  one(@Body() item: ItemInput): object {
    return item;
  }

  @Post('many')
  @Scoped('reviews:write')
  @ReadsItems('items')
  many(@Body() body: { items?: unknown }): object {
    return { results: Array.isArray(body.items) ? body.items.map(readOrRefuse) : null };
  }
}

function readOrRefuse(item: unknown): object {
  try {
    return readItem(ItemInput, item);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, msg: error.message, ...error.details };
    throw error;
  }
}

@Module({ controllers: [ItemsController] })
class ItemsModule {}

const service = defineService({
  name: 'reviews',
  summary: 'A service with a bulk operation',
  env: ServiceEnv,
  module: ItemsModule,
  entities: [],
  migrations: [],
});

describe('@ReadsItems', () => {
  let world: World;
  let caller: Caller;
  const post = async (path: string, body: unknown) =>
    caller.post('reviews', `/public/v1/items/${path}`, { body });

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: service }], nats: false });
    caller = world.as();
  });
  afterAll(() => world.close());

  it.each([
    ['without fields', {}],
    ['with a wrong type', { name: 7 }],
    ['with two faults', { name: 7, parts: [{ size: 'x' }] }],
    ['with a control character', { name: 'a\u0000b' }],
    ['with half a surrogate pair', { name: '\ud800' }],
    ['with the key __proto__', JSON.parse('{"name":"a","__proto__":{"b":1}}')],
    ['with the key constructor', { name: 'a', parts: [{ size: 1, constructor: 2 }] }],
    ['that is nested too deeply', { name: 'a', parts: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) }],
  ])('refuses an item %s like a whole body and accepts the others', async (_what, item) => {
    const whole = await post('one', item);
    const { success: _success, request_id: _id, ...refusal } = whole.body;
    expect(whole.status).toBe(400);
    expect(await post('many', { items: [{ name: 'fine' }, item] })).toMatchObject({
      status: 200,
      body: { results: [{ name: 'fine' }, refusal] },
    });
  });

  it.each([[null], [7], ['text'], [[]], [true]])(
    'refuses the item %j, which is not an object',
    async (item) => {
      const { body } = await post('many', { items: [item] });
      expect(body.results).toEqual([{ code: 'validation_failed', msg: 'The item must be an object.' }]);
    },
  );

  it('drops unknown fields of an item', async () => {
    const { body } = await post('many', { items: [{ name: 'a', more: 1 }] });
    expect(body.results).toEqual([{ name: 'a' }]);
  });

  it('applies the common checks to the rest of the body', async () => {
    expect(await post('many', { items: [], other: '\u0001' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'other' },
    });
    expect(await post('many', { items: { name: '\u0001' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'items.name' },
    });
  });

  it('passes a list that is nested 100,000 levels deep to the operation without an error', async () => {
    const deep = `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await post('many', deep)).toMatchObject({ status: 200 });
    expect(world.logs.errors()).toEqual([]);
  });
});
