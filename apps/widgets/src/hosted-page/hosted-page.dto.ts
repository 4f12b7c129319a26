import { Optional } from '@plaudit/contracts';
import { IsString, MaxLength } from 'class-validator';
import { LanguageQuery } from '../embed/embed.dto';

/** Query of GET /w/{key}. */
export class HostedPageQuery extends LanguageQuery {
  /** The `cursor` in the link of the page before. */
  @Optional()
  @IsString()
  @MaxLength(600)
  cursor?: string;
}
