import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import { onlyTarget } from '../actions/targets';
import { useInboxActions } from '../actions/use-inbox-actions';
import type { Review } from '../model/review-rows';
import { TagMenu } from '../tags/tag-menu';

/** The decision about a review, and what it means. */
export function DetailActions({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const actions = useInboxActions();
  const { status } = review;
  return (
    <footer className="detail-actions" data-acts-on-current="">
      {status !== 'approved' && (
        <Button kind="primary" shortcut="A" onClick={() => actions.setStatus(review, 'approved')}>
          {t('approve')}
        </Button>
      )}
      {status === 'approved' && (
        <Button shortcut="U" onClick={() => actions.setStatus(review, 'inbox')}>
          {t('to_waiting')}
        </Button>
      )}
      {status !== 'ignored' && (
        <Button shortcut="I" onClick={() => actions.setStatus(review, 'ignored')}>
          {t('ignore')}
        </Button>
      )}
      <TagMenu targets={() => onlyTarget(review)} />
      <span className="help-text ms-auto">
        {status === 'approved' ? t('approved_note') : t('approve_note')}
      </span>
    </footer>
  );
}
