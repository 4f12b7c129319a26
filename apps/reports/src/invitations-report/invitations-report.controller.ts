import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportResponses } from '../questions/report-responses';
import { invitationsTable } from './invitations-report';
import { InvitationsReportQuery } from './invitations-report.dto';
import { InvitationsReportResponse } from './invitations-report.responses';
import { InvitationsReportService } from './invitations-report.service';

const CSV_EXAMPLE = `"row","settings_id","name","type","step","queued","sent","delivered","opened","clicked","reviewed","unsubscribed","failed","sent_rate","delivered_rate","opened_rate","clicked_rate","reviewed_rate","unsubscribed_rate","failed_rate"\r
"profile","5","After a purchase","","","100","95","93","57","38","19","1","1","0.95","0.9789","0.6","0.4","0.2","0.0105","0.01"\r
"total","","","","","100","95","93","57","38","19","1","1","0.95","0.9789","0.6","0.4","0.2","0.0105","0.01"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/invitations')
export class InvitationsReportController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: InvitationsReportService,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getInvitationsReport',
    summary: 'Get how many invitations were sent, opened, clicked and led to a review',
    description:
      'Counts the invitations and reminders that were created in the period by the stages that they have reached until now, also after the period. Default period: the current month and the 11 months before it.',
  })
  @ReportResponses(InvitationsReportResponse, CSV_EXAMPLE)
  async invitations(
    @CurrentPrincipal() principal: Principal,
    @Query() query: InvitationsReportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<InvitationsReportResponse>(
      {
        name: 'invitations',
        principal,
        query,
        table: invitationsTable,
        read: (tx, scope) => this.report.read(tx, scope, query),
      },
      request,
      reply,
    );
  }
}
