import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { TEMPLATE_SLUGS } from './template-slugs';

class InviteTemplateResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the template', example: 1 }) id: number;
  @ApiProperty({ description: 'Name of the template', example: 'Classic' }) name: string;
  @ApiProperty({
    enum: TEMPLATE_SLUGS,
    description: 'The value of the setting `template`. `sms` is the text message and no layout of emails.',
    example: 'classic',
  })
  slug: string;
  @ApiProperty({
    format: 'uri',
    description: 'A page that shows the template with sample data',
    example: 'https://reviews.example.com/i/templates/classic',
  })
  preview: string;
}

export class InviteTemplateListResponse extends SuccessResponse {
  @ApiProperty({ type: [InviteTemplateResponse], description: 'All templates' })
  templates: InviteTemplateResponse[];
}

/** How the SMS of a preview is sent. */
class InviteSmsSizeResponse {
  @ApiProperty({ enum: ['gsm7', 'ucs2'], description: 'The encoding of the message', example: 'gsm7' })
  encoding: 'gsm7' | 'ucs2';
  @ApiProperty({ type: 'integer', description: 'How many segments it is billed as', example: 1 })
  segments: number;
  @ApiProperty({
    type: [String],
    description:
      'The characters that are not in the alphabet of SMS, each once. With any, a segment holds 70 characters instead of 160.',
    example: [],
  })
  foreign_characters: string[];
}

export class RenderedInviteTemplateResponse extends SuccessResponse {
  @ApiProperty({
    description: 'The HTML of the template with sample data. Show it in a sandboxed frame.',
    example: '<!doctype html><html lang="en"></html>',
  })
  html: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The subject of the email with sample data; null for the text message',
    example: 'How was your visit to Example Bakery?',
  })
  subject: string | null;

  @ApiProperty({
    type: InviteSmsSizeResponse,
    nullable: true,
    description:
      'The size of the SMS with the sample data. Null for a template of emails, and for a profile that sends by WhatsApp.',
  })
  sms: InviteSmsSizeResponse | null;
}
