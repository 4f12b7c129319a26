import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { useTexts } from '../../../i18n/texts';
import { useMoment } from '../use-moment';

type Suppression = Schema<'Suppression'>;
type Remove = (entry: Suppression) => void;

/** People who get no invitations, why and since when. `onRemove` is null for a role that may not change the list. */
export function SuppressionsTable({
  rows,
  onRemove,
}: {
  rows: readonly Suppression[];
  onRemove: Remove | null;
}): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  return (
    <table className="table-list inv-suppressions" aria-label={t('tab_suppressions')}>
      <thead>
        <tr>
          <th scope="col">{t('sup_col_recipient')}</th>
          <th scope="col">{t('sup_col_reason')}</th>
          <th scope="col" className="is-wide">
            {t('sup_col_since')}
          </th>
          <th scope="col">
            <span className="sr-only">{common('remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <Row key={entry.id} entry={entry} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, onRemove }: { entry: Suppression; onRemove: Remove | null }): ReactNode {
  const t = useTexts('invitations');
  const moment = useMoment();
  const { type, recipient, reason, created_on: since } = entry;
  return (
    <tr>
      <td>
        <span className="flex items-center gap-2">
          <Icon
            name={type === 'email' ? 'mail' : 'phone'}
            label={t(`type_${type}`)}
            className="text-text-3"
          />
          <span className="inv-address">{recipient ?? t('sup_erased_person')}</span>
        </span>
      </td>
      <td className="text-text-2">{t(`sup_reason_${reason}`)}</td>
      <td className="is-wide text-text-2">{moment(since)}</td>
      <td className="is-number">
        {reason === 'erased' && (
          <span title={t('sup_erased_kept')}>
            <Icon name="lock" label={t('sup_erased_kept')} className="text-text-3" />
          </span>
        )}
        {onRemove && reason !== 'erased' && (
          <IconButton
            icon="close"
            label={t('sup_remove', { recipient: recipient ?? '' })}
            onClick={() => onRemove(entry)}
          />
        )}
      </td>
    </tr>
  );
}
