import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  ListQuery,
  NextPage,
  type NextPageLink,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { AppPoliciesService } from './app-policies.service';
import { AppPolicyInput } from './apps.dto';
import { AppListResponse, AppPolicyResponse, toAppResponse } from './apps.responses';
import { AppsService } from './apps.service';

const ID = { name: 'id', description: 'The id of a connected app from GET /apps', example: 57 };

@ApiTags('Apps')
@Controller('public/v1/apps')
export class AppsController {
  constructor(
    private readonly apps: AppsService,
    private readonly policies: AppPoliciesService,
  ) {}

  @Get()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listApps',
    summary: 'List the apps that users connected; outside the main sub account, only those of your own',
    description: 'A user connects an app by signing in and giving it access, without an API key.',
  })
  @ApiOkResponse({ type: AppListResponse, headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<AppListResponse> {
    const { items, nextCursor } = await this.apps.list(actor, listPageOf(query));
    link(nextCursor);
    return { count: items.length, items: items.map(toAppResponse), next_cursor: nextCursor };
  }

  @Get('policy')
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'getAppPolicy',
    summary: 'Get which apps users may connect; needs a key of the main sub account',
    description: 'The names are those of apps that this server knows.',
  })
  @ApiOkResponse({ type: AppPolicyResponse })
  async policy(@CurrentActor() actor: Actor): Promise<AppPolicyResponse> {
    return this.policies.get(actor);
  }

  @Put('policy')
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'updateAppPolicy',
    summary: 'Set which apps users may connect; needs an admin key of the main sub account',
    description: `It applies at once to connected apps too: an app that is not allowed gets 401 until it is allowed again. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: AppPolicyResponse })
  async setPolicy(
    @CurrentActor() actor: Actor,
    @Body() { policy, allowed_apps }: AppPolicyInput,
  ): Promise<AppPolicyResponse> {
    return this.policies.set(actor, { policy, allowed_apps });
  }

  @Delete(':id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteApp',
    summary: 'Disconnect an app; its tokens stop working immediately',
    description: 'The user can connect it again. API keys that the app made stay.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<SuccessResponse> {
    await this.apps.revoke(actor, id);
    return { success: true };
  }
}
