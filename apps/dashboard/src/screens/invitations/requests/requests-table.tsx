import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { useShortcuts } from '../../../app/shortcuts';
import { Icon } from '../../../components/display/icon';
import { Status } from '../../../components/display/labels';
import { useTexts } from '../../../i18n/texts';
import { useProfiles } from '../invite-queries';
import { useAddress } from '../use-address';
import { useMoment } from '../use-moment';
import { failureText } from './known-text';
import { ProgressDots } from './progress-dots';
import { type InviteRequest, type ListFilters, nextOrder, type RequestOrder } from './request-list';
import { noteOf, shownStatus, STATUS_LOOKS } from './request-state';

const COLUMNS: readonly {
  name: 'recipient' | 'message' | 'progress' | 'schedule' | 'status';
  order?: RequestOrder;
}[] = [
  { name: 'recipient', order: 'name' },
  { name: 'message' },
  { name: 'progress' },
  { name: 'schedule', order: 'schedule' },
  { name: 'status', order: 'status' },
];

/** The requests of a page. J and K move, Enter opens. */
export function RequestsTable({
  requests,
  filters,
  selected,
}: {
  requests: readonly InviteRequest[];
  filters: ListFilters;
  selected: number | null;
}): ReactNode {
  const t = useTexts('invitations');
  const move = (step: 1 | -1) => (): void => focusNext(step);
  useShortcuts([
    { keys: 'j', run: move(1) },
    { keys: 'k', run: move(-1) },
  ]);
  return (
    <div className="inv-scroll">
      <table className="table-list inv-table" aria-label={t('requests')}>
        <thead>
          <tr>
            {COLUMNS.map(({ name, order }) => (
              <th key={name} scope="col" className={`is-${name}`} aria-sort={sortOf(filters, order)}>
                {order ? <SortButton filters={filters} order={order} name={name} /> : t(`col_${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Row key={request.id} request={request} isSelected={request.id === selected} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortButton({
  filters,
  order,
  name,
}: {
  filters: ListFilters;
  order: RequestOrder;
  name: (typeof COLUMNS)[number]['name'];
}): ReactNode {
  const t = useTexts('invitations');
  const [, change] = useAddress();
  const isSorted = filters.order === order;
  return (
    <button type="button" className="inv-sort" onClick={() => change(nextOrder(filters, order))}>
      {t(`col_${name}`)}
      <Icon
        name={isSorted ? 'chevron-down' : 'up-down'}
        size="small"
        className={isSorted && filters.sort === 'ASC' ? 'rotate-180' : ''}
      />
    </button>
  );
}

function Row({ request, isSelected }: { request: InviteRequest; isSelected: boolean }): ReactNode {
  const t = useTexts('invitations');
  const moment = useMoment();
  const { subAccountId } = useApi();
  const profile = useProfiles().find(({ id }) => id === request.settings_id);
  const recipient = request.recipient || t('erased');
  return (
    <tr className={isSelected ? 'is-sel' : ''}>
      <td className="is-recipient">
        <Link
          from="/$account/invitations"
          to="/$account/invitations"
          params={{ account: String(subAccountId) }}
          search={(old) => ({ ...old, request: String(request.id) })}
          resetScroll={false}
          data-request={request.id}
          aria-current={isSelected ? 'true' : undefined}
        >
          {request.name ?? recipient}
        </Link>
        {request.name && <p className="help-text">{recipient}</p>}
      </td>
      <td className="is-message">
        <span className="text-text-2">{t(`step_${stepOf(request)}`)}</span>
        <p className="help-text">
          <Icon
            name={request.type === 'email' ? 'mail' : 'phone'}
            size="small"
            label={t(`type_${request.type}`)}
          />
          <span>{profile?.name ?? t('profile_gone')}</span>
        </p>
      </td>
      <td className="is-progress">
        <ProgressDots request={request} />
      </td>
      <td className="is-schedule text-text-2">{moment(request.schedule)}</td>
      <td className="is-status">
        <RequestStatusLabel request={request} />
        <StatusLine request={request} />
      </td>
    </tr>
  );
}

export function RequestStatusLabel({ request }: { request: InviteRequest }): ReactNode {
  const t = useTexts('invitations');
  const status = shownStatus(request);
  return <Status {...STATUS_LOOKS[status]}>{t(`status_${status}`)}</Status>;
}

function StatusLine({ request }: { request: InviteRequest }): ReactNode {
  const t = useTexts('invitations');
  const moment = useMoment();
  const note = noteOf(request);
  if (!note) return null;
  if ('reason' in note) return <p className="help-text">{t(`reason_${note.reason}`)}</p>;
  if ('msg' in note) {
    const text = failureText(t, note.code);
    return (
      <p className={text ? 'help-text' : 'help-text is-cut'} title={note.msg}>
        {text ?? note.msg}
      </p>
    );
  }
  return <p className="help-text">{'at' in note ? t(note.key, { time: moment(note.at) }) : t(note.key)}</p>;
}

export function stepOf({ step }: { step: number }): 0 | 1 | 2 | 3 {
  return step === 1 || step === 2 || step === 3 ? step : 0;
}

function sortOf(
  { order, sort }: ListFilters,
  own: RequestOrder | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (!own) return undefined;
  if (own !== order) return 'none';
  return sort === 'ASC' ? 'ascending' : 'descending';
}

function focusNext(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-request]')];
  const current = links.findIndex(
    (link) =>
      link === document.activeElement || (document.activeElement === document.body && link.ariaCurrent),
  );
  const at = current < 0 ? (step > 0 ? 0 : links.length - 1) : current + step;
  links[Math.min(Math.max(at, 0), links.length - 1)]?.focus();
}
