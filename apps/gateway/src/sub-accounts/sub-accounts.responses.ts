import { ApiProperty } from '@nestjs/swagger';
import { limitsOf } from '../plans/plan-limits';
import type { SubAccountRow } from './sub-accounts.repository';

export class SubAccountResponse {
  @ApiProperty({ example: 12, description: 'Id of the sub account, which the other operations take' })
  id: number;
  @ApiProperty({ example: 'Harbour Bakery', description: 'Name of the sub account' }) name: string;
  @ApiProperty({
    description: 'Whether it is the main sub account, which manages the account and cannot be deleted',
    example: false,
  })
  main: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'White-label name in links', example: null })
  vanity: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'Maximum number of channels per platform type; -1 is unlimited',
    example: 5,
  })
  properties: number;
  @ApiProperty({ description: 'Whether it may collect video reviews', example: true }) video: boolean;
  @ApiProperty({ type: 'integer', enum: [0, 1], description: '1 if it may send invitations', example: 1 })
  invite: number;
  @ApiProperty({ description: 'URL of its image; empty if it has none', example: '' }) image: string;
  @ApiProperty({ type: 'integer', description: 'Number of connected channels', example: 4 }) channels: number;
}

export function toSubAccountResponse(row: SubAccountRow): SubAccountResponse {
  return {
    id: row.id,
    name: row.name,
    main: row.main,
    vanity: row.vanity,
    properties: limitsOf(row.plan, row.limits, row.properties).properties,
    video: row.video,
    invite: Number(row.invite),
    image: row.image ?? '',
    channels: Math.max(0, row.channels),
  };
}
