import { Controller, Delete, Param } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam, Scoped, SuccessResponse } from '@plaudit/runtime';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { TwoFactorResetService } from './two-factor-reset.service';

@ApiTags('Account')
@Controller('public/v1/users')
export class UserTwoFactorController {
  constructor(private readonly twoFactor: TwoFactorResetService) {}

  @Delete(':id/two_factor')
  @Scoped('account:manage')
  @ApiExtension('x-role', 'admin')
  @ApiParam({ name: 'id', description: 'Id of a user, from GET /users/get', example: 21 })
  @ApiOperation({
    operationId: 'resetUserTwoFactor',
    summary: "Switch off a user's two-factor sign-in, for example after a lost phone; needs an admin key",
    description: 'Ends the sessions of the user. Does nothing if the user has no two-factor sign-in.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async reset(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<SuccessResponse> {
    await this.twoFactor.reset(actor, id);
    return { success: true };
  }
}
