import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { CONNECTION_STATUSES, type ConnectionStatus } from './oauth-connection.entity';

export class AuthorizeUrlResponse extends SuccessResponse {
  @ApiProperty({ example: 'google_business', description: 'Platform slug.' }) type: string;
  @ApiProperty({
    example: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=abc&state=xyz',
    description:
      'Open it in the browser of the user. It works once. A page asks this person to agree if a key requested the URL, or another session.',
  })
  authorize_url: string;
  @ApiProperty({
    type: 'integer',
    example: 7,
    description: 'Id of the connection, for GET /channels/connections/{id}.',
  })
  connection_id: number;
  @ApiProperty({
    example: '2026-09-20 02:49:26',
    description: 'The user has to sign in before this time, UTC.',
  })
  expires_on: string;
}

export class OAuthLocationResponse {
  @ApiProperty({ example: 'accounts/1/locations/2', description: 'Id, for `stores` of POST /channels/add.' })
  id: string;
  @ApiProperty({ example: 'Acme Bakery', description: 'Name of the location.' }) name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '1 High Street, Springfield',
    description: 'Address of the location. null if the platform does not say it.',
  })
  address: string | null;
}

export class OAuthConnectionResponse {
  @ApiProperty({ type: 'integer', example: 7, description: 'Id of the connection.' }) id: number;
  @ApiProperty({ example: 'google_business', description: 'Platform slug.' }) type: string;
  @ApiProperty({ example: 'Google Business Profile', description: 'Name of the platform.' }) label: string;
  @ApiProperty({
    enum: CONNECTION_STATUSES,
    example: 'choosing',
    description:
      'waiting: the user has not signed in yet, or has not agreed on our page. choosing: the account has several locations; the user chooses on the page, or you send connection_id and stores to POST /channels/add. With the URL of a key, the status is choosing only after the user lets you choose on the page. connected: the channel is in channel_id. failed: the reason is in error_msg.',
  })
  status: ConnectionStatus;
  @ApiProperty({
    type: [OAuthLocationResponse],
    description: 'The locations to choose from, at most 500. Empty in every other status than choosing.',
  })
  locations: OAuthLocationResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Id of the channel that was connected. null before that.',
  })
  channel_id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why the connection failed, and what to do. null if it did not fail.',
  })
  error_msg: string | null;
  @ApiProperty({
    example: '2026-09-20 03:09:26',
    description: 'The connection is deleted at this time, UTC, with the access that it was given.',
  })
  expires_on: string;
}
