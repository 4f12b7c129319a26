import { Body, Controller, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiBodyExample,
  ApiErrors,
  type BulkResult,
  Clock,
  CurrentPrincipal,
  Idempotent,
  ReadsItems,
  Requested,
  type RequestedCreation,
  Scoped,
} from '@plaudit/runtime';
import { requestResponse } from '../requests/request-response';
import { causeOf } from '../requests/request-cause';
import type { RequestRow } from '../requests/request-rows';
import { readAddition } from './addition';
import { InviteCreateInput } from './additions.dto';
import { AddedRequestResponse } from './additions.responses';
import { type AdditionCaller, AdditionsService } from './additions.service';
import { readBulk } from './bulk-items';
import { InviteBulkInput, InviteBulkResponse } from './bulk.dto';

const EXAMPLE = { recipient: 'noa@example.com', name: 'Noa Bergman', delay: 2, data: { order: 'A-17' } };
const BULK_EXAMPLE = {
  requests: [
    { recipient: 'lena@example.com', name: 'Lena Vogt' },
    { recipient: 'adil@example.com', name: 'Adil Khan', schedule: '2026-09-20 09:00:00' },
  ],
};

@ApiTags('Invitations')
@Controller('public/v1/invite/requests')
export class AdditionsController {
  constructor(
    private readonly additions: AdditionsService,
    private readonly clock: Clock,
  ) {}

  @Post('add')
  @Scoped('invites:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addInvitation',
    summary: 'Invite a customer to write a review',
    description:
      'The message is sent at `schedule`, after `delay`, or after the delay of the settings profile, when the send window is open. A person who was invited a short time ago, or who gets no messages any more, is not an error: the request is stored as `skipped` with its `skip_reason`. With reminders in the settings, an email has its reminders from the start.',
  })
  @ApiBodyExample(InviteCreateInput, EXAMPLE)
  @ApiOkResponse({ type: AddedRequestResponse })
  @ApiErrors(
    'invalid_recipient',
    'invalid_date',
    'schedule_conflict',
    'plan_feature_missing',
    'invite_credits_exhausted',
  )
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: InviteCreateInput,
  ): Promise<AddedRequestResponse> {
    const caller = this.callerOf(principal);
    const creation = requested.answeredBy((row: RequestRow): AddedRequestResponse => ({
      success: true,
      id: row.id,
      request: requestResponse(row),
    }));
    return this.additions.addOne(caller, readAddition(body, caller.now), creation);
  }

  @Post('add_bulk')
  @Scoped('invites:write')
  @Idempotent({ dryRun: 'validate_only' })
  @ReadsItems('requests')
  @ApiErrors('bulk_empty', 'bulk_too_large')
  @ApiOperation({
    operationId: 'addInvitations',
    summary: 'Invite up to 500 customers to write reviews',
    description:
      'Adds the valid requests and returns an error for each of the others. The status is 200 even if no request is valid. Of two requests to one recipient, the first is added. With validate_only nothing is stored and the Idempotency-Key stays unused.',
  })
  @ApiBodyExample(InviteBulkInput, BULK_EXAMPLE)
  @ApiOkResponse({ type: InviteBulkResponse })
  async addBulk(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: object,
  ): Promise<BulkResult> {
    const caller = this.callerOf(principal);
    const bulk = await readBulk(body, caller.now);
    return this.additions.addMany(
      caller,
      bulk,
      requested.answeredBy((result: BulkResult) => result),
    );
  }

  private callerOf(principal: Principal): AdditionCaller {
    const { source, at } = causeOf(principal, this.clock.now());
    return { inviter: principal, source, now: at };
  }
}
