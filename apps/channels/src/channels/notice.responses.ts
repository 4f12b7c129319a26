import { ApiProperty } from '@nestjs/swagger';
import type { Notice } from '../platforms/platform';

const NOTICE_CODES = [
  'unreadable_dates',
  'broken_markup',
  'unreadable_rows',
] as const satisfies readonly Notice['code'][];

export class NoticeResponse implements Notice {
  @ApiProperty({
    enum: NOTICE_CODES,
    example: 'unreadable_dates',
    description:
      'unreadable_dates: reviews have a date that cannot be read, and posted_precision unknown. broken_markup: blocks of structured data on the page cannot be read. unreadable_rows: reviews cannot be read and are left out. More codes may follow.',
  })
  code: Notice['code'];
  @ApiProperty({ type: 'integer', example: 3, description: 'How many of them there are.' }) count: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 40,
    description: 'Of how many. null if that is not known.',
  })
  total: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'the third moon',
    description: 'The first of them: what was sent, or where and why reading ended.',
  })
  example: string | null;
  @ApiProperty({
    example:
      '3 of 40 reviews have a date that cannot be read, such as "the third moon". They are shown without a date.',
    description: 'The same in words, with what helps.',
  })
  msg: string;
}
