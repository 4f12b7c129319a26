import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SEARCH_STATUSES, type SearchStatus } from './search-status';

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
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-09-20 02:40:11',
    description: 'When the platform confirmed it, UTC. null if it was not verified.',
  })
  checked_on: string | null;
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

export class SearchedPlatformResponse {
  @ApiProperty({ example: 'google_maps', description: 'Slug of the platform.' }) platform: string;
  @ApiProperty({
    enum: SEARCH_STATUSES,
    example: 'answered',
    description:
      'answered: the platform was searched, even if it found nothing. not_searchable: it has no search, or the operator has not set it up. key_refused: it does not accept the key of the installation. rate_limited: it takes no more searches at this time. timeout: it did not answer in time. refused: it refuses the request. failed: it could not be reached, or its answer is an error or cannot be read.',
  })
  status: SearchStatus;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why there are no candidates, and what helps. null if there is nothing to say.',
  })
  msg: string | null;
}

export class DiscoveryResponse {
  @ApiProperty({ type: [CandidateResponse], description: 'By platform, the best candidate first.' })
  candidates: CandidateResponse[];
  @ApiProperty({
    type: [SearchedPlatformResponse],
    description: 'What became of the search of each platform, in the order of the request.',
  })
  platforms: SearchedPlatformResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why a platform has no candidates, and what helps. null if there is nothing to say.',
  })
  notice: string | null;
}
