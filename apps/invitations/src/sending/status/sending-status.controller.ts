import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { TransportsService } from '../transports.service';
import { SendingStatusResponse } from './sending-status.responses';

@ApiTags('Invitations')
@Controller('public/v1/invite/sending')
export class SendingStatusController {
  constructor(private readonly transports: TransportsService) {}

  @Get('status')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'getSendingStatus',
    summary: 'Get whether messages are sent',
    description: 'Says whether the server sends emails and SMS, keeps them, or cannot send them.',
  })
  @ApiOkResponse({ type: SendingStatusResponse })
  status(): SendingStatusResponse {
    return {
      success: true,
      mail: { delivery: this.transports.deliveryOf('email') },
      sms: { delivery: this.transports.deliveryOf('sms') },
    };
  }
}
