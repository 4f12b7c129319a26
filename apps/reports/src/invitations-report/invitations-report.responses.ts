import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PeriodReportResponse, PreviousPeriod } from '../questions/period.responses';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

const FRACTION = 'From 0 to 1 with four decimals; null if the other count is 0';
const rate = (part: string, whole: string, example: number) => ({
  type: Number,
  nullable: true,
  description: `\`${part}\` of \`${whole}\`. ${FRACTION}`,
  example,
});
const difference = (example: number) => ({
  type: Number,
  nullable: true,
  description: 'The difference of the rates; null if one is null',
  example,
});
const count = (description: string, example: number) => ({ type: 'integer' as const, description, example });

export class InvitationRates {
  @ApiProperty(rate('sent', 'queued', 0.95)) sent: number | null;
  @ApiProperty(rate('delivered', 'sent', 0.9789)) delivered: number | null;
  @ApiProperty(rate('opened', 'sent` and `kept', 0.6)) opened: number | null;
  @ApiProperty(rate('clicked', 'sent` and `kept', 0.4)) clicked: number | null;
  @ApiProperty(rate('reviewed', 'sent` and `kept', 0.2)) reviewed: number | null;
  @ApiProperty(rate('unsubscribed', 'sent` and `kept', 0.0105)) unsubscribed: number | null;
  @ApiProperty(rate('failed', 'queued', 0.01)) failed: number | null;
}

export class StageTotals {
  @ApiProperty(count('Messages that were scheduled', 100)) queued: number;
  @ApiProperty(count('Messages that were handed to the mail server or the SMS provider', 95)) sent: number;
  @ApiProperty(
    count(
      'Messages that were kept on the server and sent to nobody, because it had no mail server or SMS provider. They are not in `sent`',
      0,
    ),
  )
  kept: number;
  @ApiProperty(
    count(
      'Sent messages of which the mail server or the provider confirmed that it took them, and that did not bounce. Whether they reached the inbox is not known',
      93,
    ),
  )
  delivered: number;
  @ApiProperty(count('Messages that were opened', 57)) opened: number;
  @ApiProperty(count('Messages of which a link was followed', 38)) clicked: number;
  @ApiProperty(count('Requests that led to a review, or that were marked as reviewed', 19)) reviewed: number;
  @ApiProperty(count('Messages through which the recipient unsubscribed', 1)) unsubscribed: number;
  @ApiProperty(count('Messages that were refused for good, or that bounced', 1)) failed: number;
}

export class InvitationFigures extends StageTotals {
  @ApiProperty({ type: InvitationRates, description: 'What part of the messages reached each stage' })
  rates: InvitationRates;
}

export class ProfileInvitations extends InvitationFigures {
  @ApiProperty({ type: 'integer', description: 'Id of the settings profile', example: 5 })
  settings_id: number;
  @ApiProperty({ type: String, description: 'Its name', example: 'After a purchase' }) name: string;
}

export class StepInvitations extends InvitationFigures {
  @ApiProperty({
    type: 'integer',
    description: '0 for first messages, 1 to 3 for their reminders',
    example: 0,
  })
  step: number;
}

export class InvitationsByType {
  @ApiProperty({ type: InvitationFigures, description: 'Invitations by e-mail' }) email: InvitationFigures;
  @ApiProperty({ type: InvitationFigures, description: 'Invitations by SMS' }) sms: InvitationFigures;
}

export class PreviousInvitations extends PreviousPeriod {
  @ApiProperty({ type: InvitationFigures, description: 'All invitations of the period before' })
  totals: InvitationFigures;
}

export class InvitationRateChanges {
  @ApiProperty(difference(0.01)) sent: number | null;
  @ApiProperty(difference(0.01)) delivered: number | null;
  @ApiProperty(difference(0.05)) opened: number | null;
  @ApiProperty(difference(0.05)) clicked: number | null;
  @ApiProperty(difference(0.02)) reviewed: number | null;
  @ApiProperty(difference(-0.01)) unsubscribed: number | null;
  @ApiProperty(difference(0)) failed: number | null;
}

const MORE = 'How many more; negative for fewer';
export class InvitationChanges {
  @ApiProperty(count(MORE, 20)) queued: number;
  @ApiProperty(count(MORE, 19)) sent: number;
  @ApiProperty(count(MORE, 0)) kept: number;
  @ApiProperty(count(MORE, 19)) delivered: number;
  @ApiProperty(count(MORE, 15)) opened: number;
  @ApiProperty(count(MORE, 10)) clicked: number;
  @ApiProperty(count(MORE, 5)) reviewed: number;
  @ApiProperty(count(MORE, -1)) unsubscribed: number;
  @ApiProperty(count(MORE, 0)) failed: number;
  @ApiProperty({ type: InvitationRateChanges, description: 'The differences of the rates' })
  rates: InvitationRateChanges;
}

export class InvitationsReportResponse extends PeriodReportResponse {
  @ApiProperty({ type: InvitationFigures, description: 'All invitations and reminders of the period' })
  totals: InvitationFigures;
  @ApiProperty({
    type: [ProfileInvitations],
    description:
      'The settings profiles with invitations: those with the most sent messages first, then those with the most scheduled ones, then by name',
  })
  profiles: ProfileInvitations[];
  @ApiProperty({ type: InvitationsByType, description: 'By how they are sent' }) types: InvitationsByType;
  @ApiProperty({ type: [StepInvitations], description: 'The first messages and the three reminders' })
  steps: StepInvitations[];
  @ApiPropertyOptional({
    type: PreviousInvitations,
    description: 'The period of the same length right before. Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousInvitations;
  @ApiPropertyOptional({
    type: InvitationChanges,
    description: '`totals` less the totals of the period before. Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: InvitationChanges;
}
