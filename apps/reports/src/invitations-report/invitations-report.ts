import type { ReportTable } from '../questions/report-format';
import type { Period } from '../questions/report-scope';
import { FIGURE_COLUMNS, figureCells, invitationChanges, invitationFigures } from './invitation-figures';
import type { CountedInvitations } from './invitations-report.read-model';
import type { InvitationFigures, InvitationsReportResponse } from './invitations-report.responses';

const STEPS = [0, 1, 2, 3];

/** Returns the report on counted invitations, with every type and step. */
export function invitationsReport(
  period: Period,
  counted: readonly CountedInvitations[],
): InvitationsReportResponse {
  const figuresOf = (matches: (one: CountedInvitations) => boolean): InvitationFigures =>
    invitationFigures(counted.find(matches));
  return {
    success: true,
    ...period,
    totals: figuresOf(({ part }) => part === 'total'),
    profiles: counted.flatMap(({ settings_id, name, ...counts }) =>
      settings_id === null || name === null ? [] : [{ settings_id, name, ...invitationFigures(counts) }],
    ),
    types: { email: figuresOf(({ type }) => type === 'email'), sms: figuresOf(({ type }) => type === 'sms') },
    steps: STEPS.map((step) => ({ step, ...figuresOf((one) => one.step === step) })),
  };
}

/** Returns the report with the totals of an earlier report. */
export function comparedInvitations(
  report: InvitationsReportResponse,
  { from, to, totals }: InvitationsReportResponse,
): InvitationsReportResponse {
  return {
    ...report,
    previous: { from, to, totals },
    change: invitationChanges(report.totals, totals),
  };
}

/** Returns one row for each profile, type and step, for the total, and for the total of the period before. */
export function invitationsTable(report: InvitationsReportResponse): ReportTable {
  const { totals, previous, profiles, types, steps } = report;
  return {
    columns: ['row', 'settings_id', 'name', 'type', 'step', ...FIGURE_COLUMNS],
    rows: [
      ...profiles.map((one) => ['profile', one.settings_id, one.name, null, null, ...figureCells(one)]),
      ...Object.entries(types).map(([type, one]) => ['type', null, null, type, null, ...figureCells(one)]),
      ...steps.map((one) => ['step', null, null, null, one.step, ...figureCells(one)]),
      ['total', null, null, null, null, ...figureCells(totals)],
      ...(previous ? [['previous', null, null, null, null, ...figureCells(previous.totals)]] : []),
    ],
  };
}
