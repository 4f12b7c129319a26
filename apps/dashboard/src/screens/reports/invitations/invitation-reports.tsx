import type { ReactNode } from 'react';
import { BarTable } from '../../../charts/bar-table';
import { Funnel } from '../../../charts/funnel';
import { useTexts } from '../../../i18n/texts';
import { ReportLoader, ReportPanel } from '../bar/report-panel';
import { keptAll, type ReportQuery, type Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';

const STAGES = [
  'queued',
  'sent',
  'kept',
  'delivered',
  'opened',
  'clicked',
  'reviewed',
  'unsubscribed',
  'failed',
] as const;
/** A server that sends its messages has kept none. */
const stagesOf = (figures: readonly InvitationFigures[]): (typeof STAGES)[number][] =>
  STAGES.filter((stage) => stage !== 'kept' || figures.some(({ kept }) => kept > 0));
const FUNNEL = ['sent', 'delivered', 'opened', 'clicked', 'reviewed'] as const;

type Report = Reports['invitations'];
type InvitationFigures = Report['totals'];

/** How many invitations were sent, and what came of them. */
export function InvitationReports({ query }: { query: ReportQuery }): ReactNode {
  const t = useTexts('reports');
  return (
    <div className="reports">
      <ReportLoader name="invitations" query={query} title={t('invitations')}>
        {(report) => (
          <>
            <FunnelPanel report={report} query={query} />
            <PartsPanel
              id="profiles"
              query={query}
              title={t('by_profile')}
              first={t('profile')}
              parts={report.profiles.map((part) => ({ key: part.settings_id, name: part.name, part }))}
            />
            <PartsPanel
              id="steps"
              query={query}
              title={t('by_message')}
              first={t('message')}
              parts={report.steps.map((part) => ({
                key: part.step,
                name: part.step === 0 ? t('first_message') : t('reminder', { number: part.step }),
                part,
              }))}
            />
          </>
        )}
      </ReportLoader>
    </div>
  );
}

function FunnelPanel({ report, query }: { report: Report; query: ReportQuery }): ReactNode {
  const t = useTexts('reports');
  const { exact } = useFigures();
  const { totals, previous } = report;
  const { sent, kept, opened, clicked, reviewed } = totals;
  const isKept = keptAll(totals);
  return (
    <div className="is-wide">
      <ReportPanel
        id="funnel"
        report="invitations"
        query={query}
        title={t('invitations')}
        subtitle={t('invitations_unit')}
        table={{
          caption: t('invitations'),
          columns: [t('stage'), t('invitations'), ...(previous ? [t('period_before')] : [])],
          rows: stagesOf([totals, ...(previous ? [previous.totals] : [])]).map((stage) => ({
            key: stage,
            cells: [
              t(`stage_${stage}`),
              exact(totals[stage]),
              ...(previous ? [exact(previous.totals[stage])] : []),
            ],
          })),
        }}
      >
        <Funnel
          label={
            isKept
              ? t('sentence_funnel_kept', { kept, opened, clicked, reviewed })
              : t('sentence_funnel', { sent, opened, clicked, reviewed })
          }
          stages={FUNNEL.map((stage) => {
            if (stage !== 'sent')
              return { name: t(`stage_${stage}`), count: totals[stage], share: totals.rates[stage] };
            const first = isKept ? 'kept' : 'sent';
            return {
              name: t(`stage_${first}`),
              count: totals[first],
              note: t('of_created', { count: totals.queued }),
            };
          })}
        />
      </ReportPanel>
    </div>
  );
}

interface PartsPanelProps {
  id: string;
  query: ReportQuery;
  title: string;
  first: string;
  parts: readonly { key: number; name: string; part: InvitationFigures }[];
}

function PartsPanel({ id, query, title, first, parts }: PartsPanelProps): ReactNode {
  const t = useTexts('reports');
  const { exact, share } = useFigures();
  const stages = stagesOf(parts.map(({ part }) => part));
  const isKept = parts.some(({ part }) => part.kept > 0) && parts.every(({ part }) => part.sent === 0);
  const handedOver = isKept
    ? (['kept'] as const)
    : stages.filter((stage) => stage === 'sent' || stage === 'kept');
  return (
    <ReportPanel
      id={id}
      report="invitations"
      query={query}
      title={title}
      subtitle={t(isKept ? 'reviewed_unit_kept' : 'reviewed_unit')}
      table={{
        caption: title,
        columns: [first, ...stages.map((stage) => t(`stage_${stage}`)), t('reviewed_rate')],
        rows: parts.map(({ key, name, part }) => ({
          key,
          cells: [name, ...stages.map((stage) => exact(part[stage])), share(part.rates.reviewed)],
        })),
      }}
    >
      {parts.length === 0 ? (
        <p className="text-text-2">{t('invitations_none')}</p>
      ) : (
        <BarTable
          caption={title}
          color="series"
          columns={[
            first,
            t('reviewed_rate'),
            t('stage_reviewed'),
            ...handedOver.map((stage) => t(`stage_${stage}`)),
          ]}
          rows={parts.map(({ key, name, part }) => ({
            key,
            name: <span className="tag-name">{name}</span>,
            share: part.rates.reviewed ?? 0,
            figures: [
              <b key="rate">{share(part.rates.reviewed, 1)}</b>,
              exact(part.reviewed),
              ...handedOver.map((stage) => exact(part[stage])),
            ],
          }))}
        />
      )}
    </ReportPanel>
  );
}
