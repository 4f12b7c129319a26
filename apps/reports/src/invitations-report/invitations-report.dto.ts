import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType, Optional } from '@plaudit/contracts';
import { IsIn, Matches } from 'class-validator';
import { PeriodQuery } from '../questions/report-query.dto';

/** Query of GET /reports/invitations as text. An empty value means left out. An invitation belongs to no channel. */
export class InvitationsReportQuery extends OmitType(PeriodQuery, ['channels', 'groups', 'type']) {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Only invitations of this settings profile. An unknown one matches nothing',
    example: 5,
  })
  @Optional()
  @Matches(/^([1-9]\d{0,14})?$/, { message: 'settings_id must be the id of a settings profile' })
  settings_id?: string;

  @ApiPropertyOptional({
    enum: INVITE_TYPES,
    description: 'Only invitations that are sent like this',
    example: 'email',
  })
  @Optional()
  @IsIn(['', ...INVITE_TYPES])
  send_type?: InviteType | '';

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 3,
    description: 'Only this message of a sequence: 0 is the first message, 1 to 3 are its reminders',
    example: 0,
  })
  @Optional()
  @Matches(/^[0-3]?$/, { message: 'step must be an integer from 0 to 3' })
  step?: string;
}
