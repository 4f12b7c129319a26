import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
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
import {
  InviteSettingsAddInput,
  InviteSettingsQuery,
  InviteSettingsUpdateInput,
} from './settings-profiles.dto';
import type { ResolvedProfile } from './resolved-profile';
import {
  AddedInviteSettingsResponse,
  settingsEntry,
  InviteSettingsListResponse,
  InviteSettingsProfileResponse,
  settingsResponse,
} from './settings-profiles.responses';
import { SettingsProfilesService } from './settings-profiles.service';

const ID = {
  name: 'settings_id',
  description: 'The id of a profile from GET /invite/settings/list',
  example: 12,
};

@ApiTags('Invitations')
@Controller('public/v1/invite/settings')
export class SettingsProfilesController {
  constructor(private readonly profiles: SettingsProfilesService) {}

  @Get('get')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'getInviteSettings',
    summary: 'Get a settings profile',
    description:
      'A sub account without profiles gets its default profile with the first request. The settings are complete.',
  })
  @ApiOkResponse({ type: InviteSettingsProfileResponse })
  @ApiErrors('not_found')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Query() { settings_id }: InviteSettingsQuery,
  ): Promise<InviteSettingsProfileResponse> {
    const id = settings_id === undefined ? null : Number(settings_id);
    return settingsResponse(await this.profiles.get(principal, id), principal);
  }

  @Get('list')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'listInviteSettings',
    summary: 'List the settings profiles of the sub account',
    description:
      'The list always has the default profile. A sub account without profiles gets it with the first request.',
  })
  @ApiOkResponse({ type: InviteSettingsListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<InviteSettingsListResponse> {
    const profiles = await this.profiles.list(principal);
    return { success: true, settings: profiles.map((profile) => settingsEntry(profile, principal)) };
  }

  @Post('add')
  @Scoped('invites:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addInviteSettings',
    summary: 'Add a settings profile',
    description:
      'Settings that are not sent have the defaults of the language. An unknown setting is refused. The first profile is the default.',
  })
  @ApiOkResponse({ type: AddedInviteSettingsResponse })
  @ApiErrors('unknown_variable')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() { settings }: InviteSettingsAddInput,
  ): Promise<AddedInviteSettingsResponse> {
    const creation = requested.answeredBy((profile: ResolvedProfile): AddedInviteSettingsResponse => ({
      success: true,
      ...settingsResponse(profile, principal),
    }));
    return this.profiles.add(principal, settings, creation);
  }

  @Put('update/:settings_id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'updateInviteSettings',
    summary: 'Change a settings profile. Settings are merged into the stored ones',
    description:
      'Settings that are not sent keep their values, a list replaces the list before it, and `null` restores the default. Messages that are already rendered do not change. The caller becomes `created_by` if it sets `from_email`, `reply_to`, `review_url` or `logo_url`. If that key or user is removed or loses the sub account, the profile is paused: its messages wait until an admin sends `take_over`.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors('unknown_variable')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('settings_id', IdParam) id: number,
    @Body() { settings, take_over = false }: InviteSettingsUpdateInput,
  ): Promise<SuccessResponse> {
    await this.profiles.update(principal, id, settings, take_over);
    return { success: true };
  }

  @Delete('delete/:settings_id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteInviteSettings',
    summary: 'Delete a settings profile',
    description:
      'Pending invitations are still sent as it says. The default profile can be deleted only if it is the last one. A new default profile then takes its place.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors('settings_in_use')
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('settings_id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.profiles.delete(principal, id);
    return { success: true };
  }
}
