import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { Stars } from '../../../components/display/stars';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';
import type { Review } from '../model/review-rows';
import type { Failure } from '../actions/batch-runner';

const MAX_SHOWN = 200;

/** The reviews that a change did not reach, each with the reason. */
export function FailuresDialog({
  failures,
  onClose,
}: {
  failures: readonly Failure<Review>[];
  onClose: () => void;
}): ReactNode {
  const t = useTexts('inbox_detail');
  const common = useTexts('common');
  return (
    <Dialog
      title={t('failures_title', { count: failures.length })}
      width={560}
      onClose={onClose}
      footer={
        <Button className="ms-auto" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <ul className="failure-list">
        {failures.slice(0, MAX_SHOWN).map(({ item, msg }) => (
          <li key={item.id}>
            <p className="review-line">
              <b className="truncate" dir="auto">
                {item.from_name}
              </b>
              <Stars value={item.rating_value} scale={item.rating_scale} />
            </p>
            <p className="truncate" lang={item.language ?? undefined} dir="auto">
              {item.text}
            </p>
            <p className="text-bad">{msg}</p>
          </li>
        ))}
      </ul>
      {failures.length > MAX_SHOWN && (
        <p className="help-text">{t('and_more', { count: failures.length - MAX_SHOWN })}</p>
      )}
    </Dialog>
  );
}
