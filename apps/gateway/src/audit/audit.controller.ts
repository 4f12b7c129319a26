import { Readable } from 'node:stream';
import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiErrors, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, requireMain } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { AuditExportService, MAX_EXPORT_LINES } from './audit-export.service';
import { auditSelectionOf } from './audit-selection';
import { AuditExportQuery, AuditQuery } from './audit.dto';
import { AuditReadModel } from './audit.read-model';
import { AUDIT_CSV_EXAMPLE, AuditListResponse, toAuditListResponse } from './audit.responses';

const DEFAULT_LIMIT = 25;
const CSV = 'text/csv';

@ApiTags('Account')
@Controller('public/v1/account')
export class AuditController {
  constructor(
    private readonly audit: AuditReadModel,
    private readonly exports: AuditExportService,
  ) {}

  @Get('audit')
  @Scoped('account:manage')
  @ApiErrors('invalid_date')
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'List changes, sign-ins and refused rights, newest first; needs a key of the main sub account',
    description: 'Each entry names the actor, the object, and the fields before and after the change.',
  })
  @ApiOkResponse({ type: AuditListResponse })
  async list(@CurrentActor() actor: Actor, @Query() query: AuditQuery): Promise<AuditListResponse> {
    requireMain(actor);
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    return toAuditListResponse(await this.audit.page(actor.accountId, auditSelectionOf(query), limit));
  }

  @Get('audit.csv')
  @Scoped('account:manage')
  @ApiErrors('invalid_date')
  @ApiProduces(CSV)
  @ApiOperation({
    operationId: 'exportAudit',
    summary: 'Export the audit log as CSV, newest first; needs a key of the main sub account',
    description: `At most ${MAX_EXPORT_LINES} lines. For more, send the id of the last line as \`before_id\`.`,
  })
  @ApiOkResponse({
    description: 'A header line, and one line per entry.',
    content: {
      [CSV]: { schema: { type: 'string', example: AUDIT_CSV_EXAMPLE }, example: AUDIT_CSV_EXAMPLE },
    },
  })
  @Header('Content-Type', `${CSV}; charset=utf-8; header=present`)
  @Header('Content-Disposition', 'attachment; filename="audit.csv"')
  @Header('Cache-Control', 'no-store')
  export(
    @CurrentActor() actor: Actor,
    @Query() query: AuditExportQuery,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    requireMain(actor);
    const selection = auditSelectionOf(query);
    // Fastify would read a whole export to answer HEAD.
    const csv = method === 'HEAD' ? Readable.from([]) : this.exports.csv(actor.accountId, selection);
    void reply.send(csv);
  }
}
