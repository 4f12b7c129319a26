import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Principal, wireDate } from '@plaudit/contracts';
import {
  ApiBodyExample,
  ApiErrors,
  type BulkResult,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  NextPage,
  type NextPageLink,
  ReadsItems,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import type { SuppressionRecord } from './suppression';
import { readHour, readImport, readSuppressed } from './suppression-import';
import { SuppressionImportsService } from './suppression-imports.service';
import {
  MAX_HOURS,
  SuppressionGroupsQuery,
  SuppressionImportInput,
  SuppressionInput,
  SuppressionListQuery,
  SuppressionUndoInput,
} from './suppressions.dto';
import {
  AddedSuppressionResponse,
  SuppressionGroupsResponse,
  SuppressionImportResponse,
  SuppressionListResponse,
  toSuppressionResponse,
  UndoneSuppressionsResponse,
} from './suppressions.responses';
import { SuppressionsService } from './suppressions.service';

const ID = { name: 'id', description: 'Id of an entry, from GET /invite/suppressions/get', example: 71 };
const IMPORT_EXAMPLE = { recipients: ['noa@example.com', { recipient: '+33612345678', type: 'sms' }] };

@ApiTags('Invitations')
@Controller('public/v1/invite/suppressions')
export class SuppressionsController {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly imports: SuppressionImportsService,
  ) {}

  @Get('get')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'listInviteSuppressions',
    summary: 'List the people who get no more invitations',
    description:
      'People are added when they unsubscribe, when a mail to them bounces or is reported as spam, when they answer an SMS with STOP, and through this API.',
  })
  @ApiOkResponse({ type: SuppressionListResponse, headers: LIST_PAGE_HEADERS })
  @ApiErrors('invalid_value')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: SuppressionListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<SuppressionListResponse> {
    const { type, reason, search, hour } = query;
    const filter = { type, reason, search, ...(hour !== undefined && { hour: readHour(hour) }) };
    const { items, nextCursor } = await this.suppressions.list(principal, filter, listPageOf(query));
    link(nextCursor);
    return { items: items.map(toSuppressionResponse), next_cursor: nextCursor };
  }

  @Get('groups')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'listInviteSuppressionGroups',
    summary: 'Count the people who get no more invitations, by reason and hour',
    description:
      'Shows when many people were added at once, for example because of a mail server that refused every recipient. POST /invite/suppressions/undo removes a group.',
  })
  @ApiOkResponse({ type: SuppressionGroupsResponse, headers: LIST_PAGE_HEADERS })
  async groups(
    @CurrentPrincipal() principal: Principal,
    @Query() { reason, limit, cursor }: SuppressionGroupsQuery,
    @NextPage() link: NextPageLink,
  ): Promise<SuppressionGroupsResponse> {
    const { items, nextCursor } = await this.suppressions.groups(principal, {
      reason,
      limit: Number(limit ?? MAX_HOURS),
      cursor: cursor === undefined ? null : Number(cursor),
    });
    link(nextCursor);
    return {
      items: items.map((group) => ({ ...group, hour: wireDate(group.hour) })),
      next_cursor: nextCursor,
    };
  }

  @Post('undo')
  @HttpCode(200)
  @Scoped('invites:write')
  @ApiOperation({
    operationId: 'undoInviteSuppressions',
    summary: 'Allow invitations again to the people of a group',
    description:
      'Removes the people who were added for this reason in this hour. Only bounces and entries that were made through the API can be undone. Requests that were skipped stay skipped.',
  })
  @ApiOkResponse({ type: UndoneSuppressionsResponse })
  @ApiErrors('invalid_value')
  async undo(
    @CurrentPrincipal() principal: Principal,
    @Body() { reason, hour }: SuppressionUndoInput,
  ): Promise<UndoneSuppressionsResponse> {
    return { success: true, removed: await this.suppressions.undo(principal, reason, readHour(hour)) };
  }

  @Post('add')
  @Scoped('invites:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addInviteSuppression',
    summary: 'Send a person no more invitations',
    description:
      'Pending requests to the person are skipped. A person who is in the list already keeps the entry and its reason.',
  })
  @ApiOkResponse({ type: AddedSuppressionResponse })
  @ApiErrors('invalid_recipient')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: SuppressionInput,
  ): Promise<AddedSuppressionResponse> {
    const creation = requested.answeredBy((record: SuppressionRecord): AddedSuppressionResponse => ({
      success: true,
      id: record.id,
      suppression: toSuppressionResponse(record),
    }));
    return this.suppressions.add(principal, readSuppressed(body), creation);
  }

  @Post('import')
  @Scoped('invites:write')
  @Idempotent({ dryRun: 'validate_only' })
  @ReadsItems('recipients')
  @ApiErrors('bulk_empty', 'bulk_too_large')
  @ApiOperation({
    operationId: 'importInviteSuppressions',
    summary: 'Send up to 10,000 people no more invitations',
    description:
      'Adds the valid recipients and returns an error for each of the others. Pending requests to them are skipped. A person who is in the list already is valid and keeps the entry. The same import can be sent again.',
  })
  @ApiBodyExample(SuppressionImportInput, IMPORT_EXAMPLE)
  @ApiOkResponse({ type: SuppressionImportResponse })
  async import(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: object,
  ): Promise<BulkResult> {
    const read = await readImport(body);
    return this.imports.import(
      principal,
      read,
      requested.answeredBy((result: BulkResult) => result),
    );
  }

  @Delete('delete/:id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteInviteSuppression',
    summary: 'Allow invitations to a person again',
    description:
      'Requests that were skipped stay skipped. The entry of a person who was erased cannot be deleted. Do this only if the person asked for it.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors('invalid_value')
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.suppressions.delete(principal, id);
    return { success: true };
  }
}
