import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import type { Period, ReportScope } from '../questions/report-scope';
import { isEmptyDay } from '../days/day-table.sql';
import { INVITATION_DAYS } from '../invitations/invitation-days.sql';
import { inScope } from '../questions/scope.sql';
import { type StageCounts, STAGES } from './invitation-figures';

/** Which invitations count. Null for all. */
export interface InvitationFilter {
  settings_id: number | null;
  type: string | null;
  step: number | null;
}

/** The invitations that were created in a period: all, of one settings profile, of one type or of one step. */
export interface CountedInvitations extends StageCounts {
  part: 'total' | 'profile' | 'type' | 'step';
  settings_id: number | null;
  name: string | null;
  type: string | null;
  step: number | null;
}

const SUMS = STAGES.map((name) => `coalesce(sum(${name}), 0)::integer as ${name}`).join(', ');

@Injectable()
export class InvitationsReportReadModel {
  /** Returns the total, and the profiles, types and steps with invitations. Profiles with the most sent messages are first. */
  async counts(
    tx: Tx,
    scope: ReportScope,
    { from, to }: Period,
    filter: InvitationFilter,
  ): Promise<CountedInvitations[]> {
    const parameters = new SqlParameters();
    const filters = Object.entries(filter)
      .filter(([, value]) => value !== null)
      .map(([column, value]) => `and ${column} = ${parameters.add(value)}`);
    return queryRows<CountedInvitations>(
      tx,
      `with counted as (
         select case grouping(settings_id, type, step) when 7 then 'total' when 3 then 'profile' when 5 then 'type' else 'step' end
           as part, settings_id, type, step, ${SUMS}
         from invitation_days
         where ${inScope(scope, 'invitation_days', 'invitation_days', parameters)} ${filters.join(' ')}
           and not ${isEmptyDay(INVITATION_DAYS)}
           and day between ${parameters.add(from, 'date')} and ${parameters.add(to, 'date')}
         group by grouping sets ((), (settings_id), (type), (step))
       )
       select part, settings_id, name, type, step, ${STAGES.join(', ')}
       from counted left join invite_settings on invite_settings.id = settings_id
       order by sent desc, queued desc, name, settings_id`,
      parameters.values,
    );
  }
}
