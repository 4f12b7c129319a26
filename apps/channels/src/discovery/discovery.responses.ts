import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class CandidateResponse {
  @ApiProperty({ example: 'google_maps', description: 'Slug of the platform.' }) platform: string;
  @ApiProperty({
    example: 'https://www.google.com/maps/place/?q=place_id:ChIJ0000000000000000000000',
    description: 'URL for POST /channels/add.',
  })
  url: string;
  @ApiPropertyOptional({
    example: 'ChIJ0000000000000000000000',
    description: 'Id of the place. For Google Maps only.',
  })
  place_id?: string;
  @ApiProperty({ example: true, description: 'The platform has confirmed that the profile exists.' })
  verified: boolean;
  @ApiProperty({ example: 'Acme Bakery', description: 'Name of the business on the platform.' })
  business_name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '1 Example Street, Paris',
    description: 'null if the platform does not say it.',
  })
  address: string | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4.6,
    description: 'Official score. null if it is not known.',
  })
  score: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 212,
    description: 'Official number of reviews. null if it is not known.',
  })
  reviews: number | null;
}

export class DiscoveryResponse {
  @ApiProperty({ type: [CandidateResponse], description: 'By platform, the best candidate first.' })
  candidates: CandidateResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why a platform has no candidates, and what helps. null if there is nothing to say.',
  })
  notice: string | null;
}
