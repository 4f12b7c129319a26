import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, ApiErrors, Scoped, SuccessResponse } from '@plaudit/runtime';
import { CreatedResponse } from '../accounts/accounts.dto';
import { actorOf } from '../accounts/actor';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { roleOf, toUser } from './user-record';
import { UserAddInput, UserResponse, UserUpdateInput } from './users.dto';
import { UsersService } from './users.service';

const ID = { name: 'id', description: 'A user of GET /users/get', example: 21 };

@ApiTags('Account')
@Controller('public/v1/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('get')
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'The users; a key of another than the main sub account sees those of its own',
  })
  @ApiOkResponse({ type: [UserResponse] })
  async list(@CurrentPrincipal() principal: Principal): Promise<UserResponse[]> {
    return (await this.users.list(actorOf(principal))).map(toUser);
  }

  @Post()
  @Scoped('account:manage')
  @ApiExtension('x-role', 'admin')
  @ApiErrors('email_taken', 'weak_password', 'plan_limit_reached')
  @ApiOperation({
    operationId: 'addUser',
    summary: 'Make a user; needs an admin key',
    description: IGNORES_UNKNOWN,
  })
  @ApiOkResponse({ type: CreatedResponse })
  async add(
    @CurrentPrincipal() principal: Principal,
    @Body() { role_id, ...input }: UserAddInput,
  ): Promise<CreatedResponse> {
    const id = await this.users.add(actorOf(principal), { ...input, role: roleOf(role_id) });
    return { success: true, id };
  }

  @Get(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'getUser', summary: 'A user' })
  @ApiOkResponse({ type: UserResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<UserResponse> {
    return toUser(await this.users.get(actorOf(principal), id));
  }

  @Put(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiErrors('weak_password')
  @ApiOperation({ operationId: 'updateUser', summary: 'Change a user', description: IGNORES_UNKNOWN })
  @ApiOkResponse({ type: SuccessResponse })
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() { role_id, ...patch }: UserUpdateInput,
  ): Promise<SuccessResponse> {
    await this.users.update(actorOf(principal), id, { ...patch, role: roleOf(role_id) });
    return { success: true };
  }

  @Delete(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'deleteUser', summary: 'Delete a user; the last admin stays' })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.users.delete(actorOf(principal), id);
    return { success: true };
  }
}
