import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn } from 'class-validator';
import { LanguageQuery } from '../embed/embed.dto';
import { BADGE_SIZES, BADGE_THEMES, type BadgeSize, type BadgeTheme } from './badge-svg';

/** Query of GET /embed/v1/widgets/{key}.svg and .png. */
export class BadgeImageQuery extends LanguageQuery {
  @ApiPropertyOptional({ enum: BADGE_THEMES, description: "Default: the widget's theme, if it is `dark`" })
  @Optional()
  @IsIn(BADGE_THEMES)
  theme?: BadgeTheme;

  @ApiPropertyOptional({
    enum: BADGE_SIZES,
    description: '`badge` is 240 by 72 pixels, and `card` is 1200 by 630, as social networks want it',
  })
  @Optional()
  @IsIn(BADGE_SIZES)
  size?: BadgeSize;
}
