import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { TRANSPORT_DELIVERIES, type TransportDelivery } from '../outcome';

class TransportStatusResponse {
  @ApiProperty({
    enum: TRANSPORT_DELIVERIES,
    description:
      'sent: messages are handed to a mail server or an SMS provider; kept: there is none, so they are kept on the server and sent to nobody; none: they are refused',
    example: 'sent',
  })
  delivery: TransportDelivery;
}

export class SendingStatusResponse extends SuccessResponse {
  @ApiProperty({ type: TransportStatusResponse, description: 'What becomes of emails' })
  mail: TransportStatusResponse;
  @ApiProperty({ type: TransportStatusResponse, description: 'What becomes of SMS' })
  sms: TransportStatusResponse;
}
