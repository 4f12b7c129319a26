import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiErrors, Idempotent, IdParam, Requested, type RequestedCreation, Scoped } from '@plaudit/runtime';
import { CreatedResponse } from '../accounts/accounts.responses';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { roleOf, UserAddInput } from '../users/users.dto';
import { toUserResponse, UserResponse } from '../users/users.responses';
import { UserInvitationsService } from './user-invitations.service';

/** Adds users, with a password or with an invitation to choose one. */
@ApiTags('Account')
@Controller('public/v1/users')
export class UserInvitationsController {
  constructor(private readonly invitations: UserInvitationsService) {}

  @Post()
  @Scoped('account:manage')
  @Idempotent()
  @ApiExtension('x-role', 'admin')
  @ApiErrors('email_taken', 'weak_password', 'plan_limit_reached')
  @ApiOperation({
    operationId: 'addUser',
    summary: 'Add a user; needs an admin key',
    description: `The user can sign in with the email and the password, or with \`invite\` gets a mail with a link to choose one. An account can send 50 invitations in 24 hours. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: CreatedResponse })
  async add(
    @CurrentActor() actor: Actor,
    @Requested() requested: RequestedCreation,
    @Body() { role_id, ...input }: UserAddInput,
  ): Promise<CreatedResponse> {
    const creation = requested.answeredBy((id: number): CreatedResponse => ({ success: true, id }));
    return this.invitations.add(actor, { ...input, role: roleOf(role_id) }, creation);
  }

  @Post(':id/invite')
  @Scoped('account:manage')
  @ApiExtension('x-role', 'admin')
  @ApiParam({ name: 'id', description: 'Id of a user, from GET /users/get', example: 21 })
  @ApiOperation({
    operationId: 'inviteUser',
    summary: 'Send an invited user another mail with a link to choose a password; needs an admin key',
    description:
      'The link works for 7 days. Earlier ones end. After five mails, each further one has to wait: 30 seconds at first, and an hour at most. 400 for a user who has a password.',
  })
  @ApiOkResponse({ type: UserResponse })
  async invite(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<UserResponse> {
    return toUserResponse(await this.invitations.repeat(actor, id));
  }
}
