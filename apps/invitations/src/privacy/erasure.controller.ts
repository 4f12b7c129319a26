import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  ERASE_INVITATIONS_PATH,
  type ErasedInvitationsResponse,
  EraseInvitationsRequest,
  type Principal,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ErasureService } from './erasure.service';

/** The reviews service calls this for POST /privacy/erase, whose scope it has. */
@ApiExcludeController()
@Controller(ERASE_INVITATIONS_PATH)
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @Post()
  @Scoped('reviews:write')
  erase(
    @CurrentPrincipal() principal: Principal,
    @Body() { recipient }: EraseInvitationsRequest,
  ): Promise<ErasedInvitationsResponse> {
    return this.erasure.erase(principal, recipient);
  }
}
