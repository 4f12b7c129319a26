import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { GroupInput } from './groups.dto';
import { type CountedGroup, GroupsReadModel } from './groups.read-model';
import { AddedGroupResponse, ChangedGroupResponse, GroupListResponse } from './groups.responses';
import { GroupsService } from './groups.service';

const ID = { name: 'id', description: 'Id of the property', example: 7 };
const FOLLOWS =
  'Each channel of the property gets a new updated_on and an event. The first 1,000 follow before the response, the others within minutes.';

@ApiTags('Properties')
@Controller('public/v1/groups')
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly records: GroupsReadModel,
  ) {}

  @Get()
  @Scoped('channels:read')
  @ApiOperation({
    operationId: 'listGroups',
    summary: 'List the properties of the sub account',
    description:
      'A property groups channels, for example by location. `GET /channels/get` takes its id as `group`.',
  })
  @ApiOkResponse({ type: GroupListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<GroupListResponse> {
    return { groups: await this.records.list(principal) };
  }

  @Post()
  @HttpCode(201)
  @Scoped('channels:refresh')
  @Idempotent()
  @ApiOperation({
    operationId: 'addGroup',
    summary: 'Add a property',
    description: 'Put channels into it with group_id of `PUT /channels/update/{id}`.',
  })
  @ApiCreatedResponse({ type: AddedGroupResponse })
  @ApiErrors('duplicate_group')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: GroupInput,
  ): Promise<AddedGroupResponse> {
    const creation = requested.answeredBy((group: CountedGroup): AddedGroupResponse => ({
      success: true,
      group,
    }));
    return this.groups.add(principal, body.name, creation);
  }

  @Put(':id')
  @Scoped('channels:refresh')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'renameGroup', summary: 'Rename a property', description: FOLLOWS })
  @ApiOkResponse({ type: ChangedGroupResponse })
  @ApiErrors('duplicate_group')
  async rename(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: GroupInput,
  ): Promise<ChangedGroupResponse> {
    return { success: true, group: await this.groups.rename(principal, id, body.name) };
  }

  @Delete(':id')
  @Scoped('channels:refresh')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteGroup',
    summary: 'Delete a property; its channels stay and belong to no property',
    description: FOLLOWS,
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.groups.delete(principal, id);
    return { success: true };
  }
}
