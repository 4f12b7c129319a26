import { ApiProperty } from '@nestjs/swagger';
import { type Maker, MAKER_TYPES, type MakerType, type Principal } from '@plaudit/contracts';

/** Who set up something that sends data elsewhere. */
export class MakerResponse {
  @ApiProperty({ enum: MAKER_TYPES, description: 'An API key, or a user of the dashboard', example: 'user' })
  type: MakerType;
  @ApiProperty({ type: 'integer', description: 'Id of the key or user', example: 5 })
  id: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Name of the key or email of the user at that time; null for callers that do not manage the whole account',
    example: 'office@example.com',
  })
  name: string | null;
}

/** Only who manages the whole account gets the name, because it may be a user that other callers cannot see. */
export function makerResponse(maker: Maker | null, { main }: Pick<Principal, 'main'>): MakerResponse | null {
  return maker && { type: maker.type, id: maker.id, name: main ? maker.name : null };
}
