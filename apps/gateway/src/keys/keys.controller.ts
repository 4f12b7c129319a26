import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, ApiErrors, Scoped, SuccessResponse } from '@plaudit/runtime';
import { actorOf } from '../accounts/actor';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { toKey } from './key-record';
import { KeyAddInput, KeyListResponse, NewKeyResponse } from './keys.dto';
import { KeysService } from './keys.service';

@ApiTags('Keys')
@Controller('public/v1/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listKeys',
    summary: 'The API keys; a key of another than the main sub account sees those of its own',
    description: '`last_used_on` is exact to a minute: each key is noted at most once in one.',
  })
  @ApiOkResponse({ type: KeyListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<KeyListResponse> {
    return { keys: (await this.keys.list(actorOf(principal))).map(toKey) };
  }

  @Post()
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  @Scoped('account:manage')
  @ApiErrors('invalid_date', 'plan_limit_reached')
  @ApiOperation({
    operationId: 'addKey',
    summary: 'Make an API key, which may do at most what its maker may; it is shown this once',
    description: IGNORES_UNKNOWN,
  })
  @ApiCreatedResponse({ type: NewKeyResponse })
  async add(@CurrentPrincipal() principal: Principal, @Body() body: KeyAddInput): Promise<NewKeyResponse> {
    const { key, secret } = await this.keys.add(actorOf(principal), body);
    return { ...toKey(key), key: secret };
  }

  @Delete(':id')
  @Scoped('account:manage')
  @ApiParam({ name: 'id', description: 'A key of GET /keys', example: 31 })
  @ApiOperation({
    operationId: 'deleteKey',
    summary: 'Delete an API key; it is refused at once',
    description: 'A key may delete itself: this answer still comes, and every later request is 401.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.keys.delete(actorOf(principal), id);
    return { success: true };
  }
}
