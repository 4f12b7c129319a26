import { Body, Controller, Module, Post } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { type Caller, startWorld, type World } from '@plaudit/testing';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { ServiceEnv } from '../env/service-env';
import { Optional } from '@plaudit/contracts';
import { Scoped } from '../principal/scoped.decorator';
import { defineService } from '../service/define-service';
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
    return { answers: Array.isArray(body.items) ? body.items.map(readOrRefuse) : null };
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
  summary: 'a sample',
  env: ServiceEnv,
  module: ItemsModule,
  entities: [],
  migrations: [],
});

describe('items that an operation reads itself', () => {
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
    ['of nothing', {}],
    ['of a wrong type', { name: 7 }],
    ['with two faults', { name: 7, parts: [{ size: 'x' }] }],
    ['with a control character', { name: 'a\u0000b' }],
    ['with half a surrogate pair', { name: '\ud800' }],
    ['with the name of a prototype', JSON.parse('{"name":"a","__proto__":{"b":1}}')],
    ['with a reserved name', { name: 'a', parts: [{ size: 1, constructor: 2 }] }],
    ['that is nested too deeply', { name: 'a', parts: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) }],
  ])('get the answer that a whole body %s gets', async (_what, item) => {
    const whole = await post('one', item);
    const { success: _success, request_id: _id, ...refusal } = whole.body;
    expect(whole.status).toBe(400);
    expect(await post('many', { items: [{ name: 'fine' }, item] })).toMatchObject({
      status: 200,
      body: { answers: [{ name: 'fine' }, refusal] },
    });
  });

  it.each([[null], [7], ['text'], [[]], [true]])('are objects, not %j', async (item) => {
    const { body } = await post('many', { items: [item] });
    expect(body.answers).toEqual([{ code: 'validation_failed', msg: 'The item must be an object.' }]);
  });

  it('lose the fields that nobody knows', async () => {
    const { body } = await post('many', { items: [{ name: 'a', more: 1 }] });
    expect(body.answers).toEqual([{ name: 'a' }]);
  });

  it('leave the rest of the body to the common checks', async () => {
    expect(await post('many', { items: [], other: '\u0001' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'other' },
    });
    expect(await post('many', { items: { name: '\u0001' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'items.name' },
    });
  });

  it('reach it however deep a hostile list is nested', async () => {
    const deep = `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await post('many', deep)).toMatchObject({ status: 200 });
    expect(world.logs.errors()).toEqual([]);
  });
});
