import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  ListQuery,
  NextPage,
  type NextPageLink,
  Scoped,
} from '@plaudit/runtime';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { roleOf, UserUpdateInput } from './users.dto';
import { toUserResponse, UserChangedResponse, UserResponse } from './users.responses';
import { UsersService } from './users.service';

const ID = { name: 'id', description: 'Id of a user, from GET /users/get', example: 21 };

@ApiTags('Account')
@Controller('public/v1/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('get')
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'List the users; a key of a sub account other than the main one sees only the users of its own',
    description: 'Passwords are never shown.',
  })
  @ApiOkResponse({ type: [UserResponse], headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<UserResponse[]> {
    const { items, nextCursor } = await this.users.list(actor, listPageOf(query));
    link(nextCursor);
    return items.map(toUserResponse);
  }

  @Get(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'getUser',
    summary: 'Get a user',
    description: 'Every operation of users needs `account_management` on the key.',
  })
  @ApiOkResponse({ type: UserResponse })
  async get(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<UserResponse> {
    return toUserResponse(await this.users.get(actor, id));
  }

  @Put(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiErrors('weak_password')
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Change a user; revokes the keys that the user made and may not make any more',
    description: `Changes only the fields that are sent. A new password ends the sessions of the user. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: UserChangedResponse })
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', IdParam) id: number,
    @Body() { role_id, ...patch }: UserUpdateInput,
  ): Promise<UserChangedResponse> {
    const patched = { ...patch, role: roleOf(role_id) };
    return { success: true, revoked_keys: await this.users.update(actor, id, patched) };
  }

  @Delete(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteUser',
    summary: 'Delete a user and revoke the keys that the user made; the last admin cannot be deleted',
    description: 'Also revokes the keys that were made by these keys. `GET /keys` shows who made a key.',
  })
  @ApiOkResponse({ type: UserChangedResponse })
  async delete(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<UserChangedResponse> {
    return { success: true, revoked_keys: await this.users.delete(actor, id) };
  }
}
