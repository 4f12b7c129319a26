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
}
