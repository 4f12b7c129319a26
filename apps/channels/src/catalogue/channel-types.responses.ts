import { ApiProperty } from '@nestjs/swagger';

/** The ways in which a channel can be connected. */
export const METHODS = ['url', 'oauth', 'credentials', 'dashboard'] as const;

export class ChannelFeaturesResponse {
  @ApiProperty({ example: true, description: 'Reviews have a rating.' }) rating: boolean;
  @ApiProperty({ example: true, description: 'Reviews have a text.' }) text: boolean;
  @ApiProperty({ example: false, description: 'Photos and videos are collected.' }) media: boolean;
  @ApiProperty({ example: false, description: "The owner's reply is collected." }) owner_reply: boolean;
  @ApiProperty({
    example: false,
    description:
      'Plaudit can search the platform for profiles. `searchable` says whether it can on this installation.',
  })
  discover: boolean;
  @ApiProperty({ example: false, description: 'Every review can be collected, however old it is.' })
  history: boolean;
}

export class ChannelTypeResponse {
  @ApiProperty({ example: 7, description: 'Number of the platform. It is never reused.' }) id: number;
  @ApiProperty({ example: 'app_store', description: 'Slug, for POST /channels/add.' }) type: string;
  @ApiProperty({ example: 'Apple App Store', description: 'Name of the platform.' }) label: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Square logo, as a URL or data URI. null if there is none.',
  })
  logo: string | null;
  @ApiProperty({ example: 'apps', description: 'Kind of platform.' }) category: string;
  @ApiProperty({
    type: [String],
    example: ['ios'],
    description: 'Other slugs that are accepted for the platform.',
  })
  aliases: string[];
  @ApiProperty({
    enum: METHODS,
    example: 'url',
    description:
      'url: with the URL of the profile. oauth: by signing in to the platform. credentials: with an API key of the platform. dashboard: by importing CSV files, because the platform cannot be read.',
  })
  method: (typeof METHODS)[number];
  @ApiProperty({ type: [String], example: ['url'], description: 'Required fields of POST /channels/add.' })
  required: string[];
  @ApiProperty({
    type: [String],
    example: ['countries'],
    description: 'Optional fields of POST /channels/add.',
  })
  optional: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
    description: 'Example of `url`. null if the platform needs no URL.',
  })
  url_example: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '^https?:\\/\\/apps\\.apple\\.com\\/',
    description:
      'Regular expression of JavaScript that matches every `url` that the platform takes. Use it with `url_flags`. null if the platform needs no URL.',
  })
  url_pattern: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'i',
    description:
      'Flags of `url_pattern`: `i` if case does not count, or empty. null if the platform needs no URL.',
  })
  url_flags: string | null;
  @ApiProperty({
    example: "Paste the URL of the app's page in the App Store.",
    description:
      'Instructions in English for the person who connects the channel. The profile address is `url`, the access key is `access_token`, the locations or stores are `stores` and the trend is `trend_id`.',
  })
  instructions: string;
  @ApiProperty({ type: 'integer', example: 5, description: 'The best possible rating on the platform.' })
  rating_scale: number;
  @ApiProperty({ type: ChannelFeaturesResponse, description: 'What can be collected from the platform.' })
  features: ChannelFeaturesResponse;
  @ApiProperty({
    enum: ['full', 'partial'],
    example: 'partial',
    description:
      'full: all reviews are collected, and a review that three complete crawls in a row did not find gets removed_on. partial: the platform does not provide its older reviews, so removed_on is not set.',
  })
  coverage: 'full' | 'partial';
  @ApiProperty({
    type: [String],
    nullable: true,
    example: null,
    description: 'Codes that `stores` may contain. null if the platform has no stores.',
  })
  stores: string[] | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    example: ['gb', 'us'],
    description: 'Codes that `countries` may contain. null if the platform has no countries.',
  })
  countries: string[] | null;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of channels of this type in the sub account.',
  })
  connected: number;
  @ApiProperty({
    type: 'integer',
    example: -1,
    description: 'Number of channels of this type that the plan allows. -1 means no limit.',
  })
  limit: number;
  @ApiProperty({ example: true, description: 'True if the type can be connected on this installation.' })
  available: boolean;
  @ApiProperty({
    example: true,
    description:
      'True if POST /channels/discover can search the platform on this installation. False if the platform has no search, or if the operator has not set it up.',
  })
  searchable: boolean;
}

export class ChannelTypeListResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of items.' }) count: number;
  @ApiProperty({ type: [ChannelTypeResponse], description: 'The platforms that can be connected.' })
  items: ChannelTypeResponse[];
}
