import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  Idempotent,
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  ListQuery,
  NextPage,
  type NextPageLink,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { toKeyResponse } from './key-record';
import { KeyAddInput, KeyListResponse, KeyResponse, KeyUpdateInput, NewKeyResponse } from './keys.dto';
import { KeysService, type NewKey } from './keys.service';

const ID = { name: 'id', description: 'The id of a key from GET /keys', example: 31 };

@ApiTags('Keys')
@Controller('public/v1/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listKeys',
    summary: 'List the API keys; outside the main sub account, only those of your own sub account',
    description: '`last_used_on` is updated at most once a minute for each key.',
  })
  @ApiOkResponse({ type: KeyListResponse, headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<KeyListResponse> {
    const { items, nextCursor } = await this.keys.list(actor, listPageOf(query));
    link(nextCursor);
    return { keys: items.map(toKeyResponse), next_cursor: nextCursor };
  }

  @Post()
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  @Scoped('account:manage')
  @Idempotent()
  @ApiErrors('invalid_date', 'key_limit_reached')
  @ApiOperation({
    operationId: 'addKey',
    summary: 'Create an API key with at most your own rights; the key is shown only once',
    description: `A key can be narrowed by role, scopes, addresses and an expiry date. ${IGNORES_UNKNOWN}`,
  })
  @ApiCreatedResponse({ type: NewKeyResponse })
  async add(
    @CurrentActor() actor: Actor,
    @Requested() requested: RequestedCreation,
    @Body() body: KeyAddInput,
  ): Promise<NewKeyResponse> {
    const creation = requested.answeredBy(({ key, secret }: NewKey) => ({
      ...toKeyResponse(key),
      key: secret,
    }));
    return this.keys.add(actor, body, creation);
  }

  @Put(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiErrors('invalid_date')
  @ApiOperation({
    operationId: 'updateKey',
    summary: 'Rename an API key, or change when it expires and where it may be used from; it applies at once',
    description: `Changes only the fields that are sent. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: KeyResponse })
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', IdParam) id: number,
    @Body() body: KeyUpdateInput,
  ): Promise<KeyResponse> {
    return toKeyResponse(await this.keys.update(actor, id, body));
  }

  @Delete(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteKey',
    summary: 'Delete an API key; it stops working immediately',
    description:
      'A key can delete itself: this request succeeds, and every later request gets 401. The keys that it made stay.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<SuccessResponse> {
    await this.keys.delete(actor, id);
    return { success: true };
  }
}
