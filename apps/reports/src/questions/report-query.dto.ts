import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { IsIn, Matches } from 'class-validator';

const REPORT_FORMATS = ['json', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Ids in each list of a question. */
const MAX_LISTED_IDS = 100;

const ID = '[1-9]\\d{0,14}';
/** The pattern of such a list, without its bounds. */
export const IDS = `${ID}(,${ID}){0,${MAX_LISTED_IDS - 1}}`;
/** How messages and descriptions name such a list. */
export const LISTED = `separated by commas, at most ${MAX_LISTED_IDS}`;
const DATE = /^(\d{4}-\d{2}-\d{2})?$/;

/** The query of whatever can also be sent as CSV. An empty value means left out. */
export class FormatQuery {
  @ApiPropertyOptional({
    enum: REPORT_FORMATS,
    description:
      'Format of the response. It wins over the header `Accept`, whose `text/csv` also asks for CSV. Default: json',
    example: 'json',
  })
  @Optional()
  @IsIn(['', ...REPORT_FORMATS])
  format?: ReportFormat | '';
}

/** The query of every report, as text that ReportScopesService reads. An empty value means left out. */
export class ReportQuery extends FormatQuery {
  @ApiPropertyOptional({
    description: `Sub accounts to count: their ids, ${LISTED}, or \`all\`. Only a key of the main sub account with \`account_management\` may name others than its own. Default: the sub account of the key`,
    example: 'all',
  })
  @CommaList()
  @Optional()
  @Matches(new RegExp(`^(all|${IDS})$`), {
    message: `sub_accounts must be all, or ids of sub accounts, ${LISTED}`,
  })
  sub_accounts?: string;

  @ApiPropertyOptional({ description: `Only these channels: their ids, ${LISTED}`, example: '42' })
  @CommaList()
  @Optional()
  @Matches(new RegExp(`^${IDS}$`), { message: `channels must be ids of channels, ${LISTED}` })
  channels?: string;

  @ApiPropertyOptional({
    description: `Only channels in one of these properties: the ids of \`GET /groups\`, ${LISTED}. Unknown ones match nothing`,
    example: '7',
  })
  @CommaList()
  @Optional()
  @Matches(new RegExp(`^${IDS}$`), { message: `groups must be ids of properties, ${LISTED}` })
  groups?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Only this platform: the `id` of an entry of `GET /channels/types`',
    example: 1,
  })
  @Optional()
  @Matches(/^([1-9]\d{0,8})?$/, { message: 'type must be the id of a platform, see GET /channels/types' })
  type?: string;

  @ApiPropertyOptional({
    enum: ['previous'],
    description: 'Adds the same figures for the time before, for comparison',
    example: 'previous',
  })
  @Optional()
  @IsIn(['', 'previous'], { message: 'compare must be previous or left out' })
  compare?: 'previous' | '';
}

/** The query of a report about a period. */
export class PeriodQuery extends ReportQuery {
  @ApiPropertyOptional({
    description: 'First day of the period, in the time zone of the sub account',
    example: '2026-01-01',
  })
  @Optional()
  @Matches(DATE, { message: 'from must be a date such as 2026-01-31' })
  from?: string;

  @ApiPropertyOptional({
    description: 'Last day of the period, which it includes. Default: today',
    example: '2026-01-31',
  })
  @Optional()
  @Matches(DATE, { message: 'to must be a date such as 2026-01-31' })
  to?: string;
}
