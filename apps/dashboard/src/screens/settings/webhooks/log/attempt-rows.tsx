import type { Schema } from '@plaudit/client';
import { Fragment, type ReactNode } from 'react';
import { Status, Tag } from '../../../../components/display/labels';
import { apiDate, useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { useWebhookSearch } from '../use-webhooks';
import type { Webhook } from '../webhook-state';
import { AttemptDetail } from './attempt-detail';
import { shortId, tookOf } from './pretty-body';

type Attempt = Schema<'Attempt'>;
const COLUMNS = ['result', 'event', 'event_id', 'attempt', 'took', 'at'] as const;

/** The attempts as a table. The one of the address is open below its row. */
export function AttemptRows({
  attempts,
  webhook,
}: {
  attempts: readonly Attempt[];
  webhook: Webhook;
}): ReactNode {
  const t = useTexts('webhooks');
  const [search, change] = useWebhookSearch();
  const open = Number(search.attempt) || null;
  return (
    <table className="table-list tight hook-log" aria-label={t('log')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={`is-${column}`}>
              {t(`column_${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => {
          const isOpen = attempt.id === open;
          const toggle = (): void => change({ attempt: isOpen ? '' : String(attempt.id) }, true);
          return (
            <Fragment key={attempt.id}>
              <AttemptRow attempt={attempt} isOpen={isOpen} onToggle={toggle} />
              {isOpen && (
                <tr className="is-detail">
                  <td colSpan={COLUMNS.length}>
                    <AttemptDetail attempt={attempt} webhook={webhook} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function AttemptRow({
  attempt,
  isOpen,
  onToggle,
}: {
  attempt: Attempt;
  isOpen: boolean;
  onToggle: () => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { status, status_code: code, error_code: error, attempted_on: on, duration_ms: ms } = attempt;
  const { value, unit, digits } = tookOf(ms);
  const result = code === null ? (error ? t(`error_${error}`) : t('no_answer')) : String(code);
  return (
    <tr className={isOpen ? 'is-sel' : ''}>
      <td>
        <button type="button" className="hook-open" aria-expanded={isOpen} onClick={onToggle}>
          <Status tone={status === 'success' ? 'good' : 'bad'}>{result}</Status>
          <span className="sr-only">{t('attempt_of', { event: attempt.event })}</span>
        </button>
      </td>
      <td className="font-mono text-12">
        {attempt.event} {attempt.test && <Tag>{t('test')}</Tag>}
      </td>
      <td className="is-event_id font-mono text-12 text-text-3" title={attempt.event_id}>
        {shortId(attempt.event_id)}
      </td>
      <td className="is-attempt">{attempt.attempt}</td>
      <td className="is-took">{t(`took_${unit}`, { value: formats.number(value, digits) })}</td>
      <td className="is-at" title={formats.moment(apiDate(on))}>
        {timeOf(on, formats)}
      </td>
    </tr>
  );
}

/** The time of today, and the day and time of any other day. */
function timeOf(on: string, formats: ReturnType<typeof useFormats>): string {
  const at = apiDate(on);
  const isToday = formats.isoDay(at) === formats.isoDay(new Date());
  return isToday ? formats.time(at) : `${formats.day(at)} ${formats.time(at)}`;
}
