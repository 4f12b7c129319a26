import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { actorOf, requireMain } from '../accounts/actor';
import { AuditQuery } from './audit.dto';
import { AuditReadModel } from './audit.read-model';
import { AuditListResponse, toAuditListResponse } from './audit.responses';

const DEFAULT_LIMIT = 25;

@ApiTags('Account')
@Controller('public/v1/account')
export class AuditController {
  constructor(private readonly audit: AuditReadModel) {}

  @Get('audit')
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'List changes of the account and sign-ins, newest first; needs a key of the main sub account',
  })
  @ApiOkResponse({ type: AuditListResponse })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: AuditQuery,
  ): Promise<AuditListResponse> {
    requireMain(actorOf(principal));
    const page = {
      limit: Number(query.limit ?? DEFAULT_LIMIT),
      beforeId: query.before_id ? Number(query.before_id) : null,
    };
    return toAuditListResponse(await this.audit.page(principal.account_id, page));
  }
}
