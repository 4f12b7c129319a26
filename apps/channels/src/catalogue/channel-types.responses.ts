import { ApiProperty } from '@nestjs/swagger';

/** How a channel can be connected. */
export const METHODS = ['url', 'oauth', 'credentials', 'dashboard'] as const;

export class ChannelFeaturesResponse {
  @ApiProperty({ example: true, description: 'Its reviews have a rating.' }) rating: boolean;
  @ApiProperty({ example: true, description: 'Its reviews have a text.' }) text: boolean;
  @ApiProperty({ example: false, description: 'Photos and videos are collected, too.' }) media: boolean;
  @ApiProperty({ example: false, description: "The owner's answer is collected, too." }) owner_reply: boolean;
  @ApiProperty({ example: false, description: 'Its profiles can be searched for.' }) discover: boolean;
  @ApiProperty({ example: false, description: 'Every review can be collected, however old.' })
  history: boolean;
}

export class ChannelTypeResponse {
  @ApiProperty({ example: 7, description: 'Number of the platform; never reused.' }) id: number;
  @ApiProperty({ example: 'app_store', description: 'Slug, as POST /channels/add takes it.' }) type: string;
  @ApiProperty({ example: 'Apple App Store', description: 'Name of the platform.' }) label: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Square logo, an address or data URI; null without one.',
  })
  logo: string | null;
  @ApiProperty({ example: 'apps', description: 'Kind of platform.' }) category: string;
  @ApiProperty({ type: [String], example: ['ios'], description: 'Other slugs that are accepted for it.' })
  aliases: string[];
  @ApiProperty({
    enum: METHODS,
    example: 'url',
    description:
      'url: by its address; oauth: by signing in there; credentials: with an API key of the platform; dashboard: not over the API.',
  })
  method: (typeof METHODS)[number];
  @ApiProperty({ type: [String], example: ['url'], description: 'Fields that POST /channels/add needs.' })
  required: string[];
  @ApiProperty({
    type: [String],
    example: ['countries'],
    description: 'Fields that POST /channels/add takes as well.',
  })
  optional: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
    description: 'What `url` looks like; null where none is needed.',
  })
  url_example: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '^https?:\\/\\/apps\\.apple\\.com\\/',
    description: 'Regular expression.',
  })
  url_pattern: string | null;
  @ApiProperty({
    example: "Paste the address of the app's page in the App Store.",
    description: 'What to do, in one sentence for people.',
  })
  instructions: string;
  @ApiProperty({ type: 'integer', example: 5, description: 'The best rating of the platform.' })
  rating_scale: number;
  @ApiProperty({ type: ChannelFeaturesResponse, description: 'What can be collected there.' })
  features: ChannelFeaturesResponse;
  @ApiProperty({
    enum: ['full', 'partial'],
    example: 'partial',
    description: 'partial: the platform does not give out its older reviews.',
  })
  coverage: 'full' | 'partial';
  @ApiProperty({
    type: [String],
    nullable: true,
    example: null,
    description: 'Values that `stores` may hold.',
  })
  stores: string[] | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    example: ['gb', 'us'],
    description: 'Codes that `countries` may hold.',
  })
  countries: string[] | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'Channels of this type in the sub account.' })
  connected: number;
  @ApiProperty({
    type: 'integer',
    example: -1,
    description: 'Channels of this type that the plan allows; -1 = no limit.',
  })
  limit: number;
  @ApiProperty({ example: true, description: 'Can be connected on this installation.' }) available: boolean;
}

export class ChannelTypeListResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'How many items there are.' }) count: number;
  @ApiProperty({ type: [ChannelTypeResponse], description: 'All that can be connected here.' })
  items: ChannelTypeResponse[];
}
