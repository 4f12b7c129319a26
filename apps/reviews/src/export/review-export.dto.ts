import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn } from 'class-validator';
import { ReviewFilterQuery } from '../lists/review-filter.dto';
import { EXPORT_FORMATS, type ExportFormat } from './export-format';

/** Query of GET /reviews/export. An empty value means left out. */
export class ReviewExportQuery extends ReviewFilterQuery {
  @ApiPropertyOptional({
    enum: EXPORT_FORMATS,
    default: 'csv',
    description: 'csv has a header line, ndjson one review of GET /reviews/get per line',
    example: 'csv',
  })
  @Optional()
  @IsIn(['', ...EXPORT_FORMATS])
  format?: ExportFormat | '';
}
