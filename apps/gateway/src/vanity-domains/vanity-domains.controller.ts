import { Controller, Post } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { VanityChecksService } from './vanity-checks.service';
import { toVanityFields, VanityVerificationResponse } from './vanity-domains.responses';

@ApiTags('Account')
@Controller('public/v1/account/vanity_url')
export class VanityDomainsController {
  constructor(private readonly checks: VanityChecksService) {}

  @Post('verify')
  @Scoped('account:manage')
  @ApiExtension('x-role', 'admin')
  @ApiOperation({
    operationId: 'verifyVanityUrl',
    summary:
      'Look for the proof of the white-label domain in DNS; needs an admin key of the main sub account',
    description: 'Call it after you published the TXT record of `vanity_proof` from `GET /account`.',
  })
  @ApiOkResponse({ type: VanityVerificationResponse })
  async verify(@CurrentActor() actor: Actor): Promise<VanityVerificationResponse> {
    return { success: true, ...toVanityFields(await this.checks.verify(actor)) };
  }
}
