import { ApiProperty } from '@nestjs/swagger';
import { wireDate } from '@plaudit/contracts';
import { PagedListResponse, SuccessResponse } from '@plaudit/runtime';
import { TRANSPORT_DELIVERIES, type TransportDelivery } from '../sending/outcome';
import { OPERATOR_CODES } from '../stops/sending-stop';
import type { DoubtfulRequest } from './mail-health.read-model';

export class TransportStatusResponse {
  @ApiProperty({
    enum: TRANSPORT_DELIVERIES,
    description:
      'sent: messages are handed to a mail server or an SMS provider; kept: there is none, so they are kept on the server and sent to nobody; none: they are refused',
    example: 'sent',
  })
  delivery: TransportDelivery;
}

export class SendingStopResponse {
  @ApiProperty({ description: 'The sender whose mails wait, as in From', example: 'info@example.com' })
  sender: string;
  @ApiProperty({
    enum: OPERATOR_CODES,
    description:
      'What the mail server does not accept: the login (smtp_auth), mails to other servers (smtp_relay_refused), or the sender (smtp_sender_refused)',
    example: 'smtp_sender_refused',
  })
  code: string;
  @ApiProperty({
    description: 'The last reply of the mail server, without addresses',
    example: '553 5.7.1 Sender address rejected: not owned by user',
  })
  msg: string;
  @ApiProperty({ description: 'Since when the mails wait, UTC', example: '2026-09-20 10:00:04' })
  since: string;
  @ApiProperty({ description: 'When the next mail tries, UTC', example: '2026-09-20 10:15:04' })
  next_try_on: string;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Requests of the sub account that wait; of more than 10,000, so many are counted',
    example: 41,
  })
  waiting: number;
}

export class BounceFuseResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the fuse', example: 12 }) id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The domain of the recipients; null if the mails to all domains came back',
    example: 'example.com',
  })
  server: string | null;
  @ApiProperty({ description: 'Since when people are not suppressed, UTC', example: '2026-09-20 10:00:04' })
  since: string;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Mails of the account in the hour before',
    example: 41,
  })
  mails: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How many of them came back because the mailbox does not exist',
    example: 12,
  })
  gone: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Requests of the sub account whose people wait for the decision',
    example: 8,
  })
  requests: number;
}

export class SendingStatusResponse {
  @ApiProperty({ type: TransportStatusResponse, description: 'What becomes of emails' })
  mail: TransportStatusResponse;
  @ApiProperty({ type: TransportStatusResponse, description: 'What becomes of SMS' })
  sms: TransportStatusResponse;
  @ApiProperty({
    type: [SendingStopResponse],
    description: 'Senders whose mails wait, in the order of their addresses',
  })
  stops: SendingStopResponse[];
  @ApiProperty({
    type: [BounceFuseResponse],
    description: 'Fuses that wait for a decision, the oldest first',
  })
  fuses: BounceFuseResponse[];
}

export class FuseRequestResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the request', example: 4711 }) id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The email address; null after the person was erased',
    example: 'noa@example.com',
  })
  recipient: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the person; null if none was given',
    example: 'Noa Bergman',
  })
  name: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The reply or the report of the mail server; null if it gave none',
    example: '550 5.1.1 User unknown',
  })
  msg: string | null;
  @ApiProperty({ description: 'When the mail was sent or refused, UTC', example: '2026-09-20 09:58:11' })
  sent_on: string;
}

export class FuseRequestsResponse extends PagedListResponse {
  @ApiProperty({ type: [FuseRequestResponse], description: 'The requests, oldest first' })
  items: FuseRequestResponse[];
}

export class SendingRetryResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many senders are tried', example: 1 })
  senders: number;
}

export class FuseDecisionResponse extends SuccessResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'People who were put on the suppression list',
    example: 8,
  })
  suppressed: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'People who were taken from the suppression list',
    example: 0,
  })
  undone: number;
}

export function toFuseRequestResponse(request: DoubtfulRequest): FuseRequestResponse {
  const { id, recipient, name, msg, sent_on } = request;
  return { id, recipient: recipient || null, name, msg, sent_on: wireDate(sent_on) };
}
