import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError, type Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { IsInt, Min } from 'class-validator';
import { ContentChanges } from './content-changes';

class RevInput {
  @IsInt()
  @Min(1)
  account_id: number;

  @IsInt()
  @Min(1)
  sub_account_id: number;
}

/** Called by reviews after its commit and before its answer, so that the next embed request shows the change. */
@ApiExcludeController()
@Controller('internal/rev')
export class ContentRevsController {
  constructor(private readonly changes: ContentChanges) {}

  @Post()
  @Scoped('public')
  async bump(@CurrentPrincipal() principal: Principal, @Body() owner: RevInput): Promise<{ rev: number }> {
    const sameAccount = principal.account_id === owner.account_id;
    const sameSubAccount = principal.main || principal.sub_account_id === owner.sub_account_id;
    if (!sameAccount || !sameSubAccount) {
      throw new ApiError('forbidden', 'The caller does not belong to this sub account.');
    }
    return { rev: await this.changes.announced(owner) };
  }
}
