import type { ReactNode } from 'react';
import { IconButton } from '../../../components/controls/button';
import { useCopy } from '../../../components/controls/use-copy';
import { Icon } from '../../../components/display/icon';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { onlyTarget } from '../actions/targets';
import { useInboxActions } from '../actions/use-inbox-actions';
import { withParam } from '../filters/filters';
import type { Review } from '../model/review-rows';
import { useInboxModel, useInboxSearch, useInboxState } from '../use-inbox';

/** The bar above a review: its place in the list, previous and next, and what is done rarely. */
export function DetailTop({
  id,
  review,
  isWide,
}: {
  id: number;
  review: Review | undefined;
  isWide: boolean;
}): ReactNode {
  const t = useTexts('inbox_detail');
  const common = useTexts('common');
  const actions = useInboxActions();
  const [, change] = useInboxSearch();
  const mayWrite = useCan('reviews:write');
  return (
    <header className="detail-top">
      {!isWide && (
        <IconButton
          icon="back"
          label={common('back')}
          onClick={() => change((search) => withParam(search, 'review', ''))}
        />
      )}
      <Steps id={id} />
      {review?.post_url && <PlatformLink url={review.post_url} platform={review.label} />}
      {review && mayWrite && (
        <IconButton icon="edit" label={t('edit')} onClick={() => actions.openEditor(review)} />
      )}
      {review && <MoreMenu review={review} mayWrite={mayWrite} />}
    </header>
  );
}

function Steps({ id }: { id: number }): ReactNode {
  const inbox = useTexts('inbox');
  const common = useTexts('common');
  const formats = useFormats();
  const model = useInboxModel();
  const { ids, count } = useInboxState();
  const at = ids.indexOf(id);
  return (
    <>
      <span className="help-text me-auto tabular-nums">
        {at >= 0 && inbox('n_of_m', { n: formats.number(at + 1), m: formats.number(count) })}
      </span>
      <IconButton
        icon="chevron-left"
        label={common('previous')}
        disabled={at === 0}
        onClick={() => model.step(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={common('next')}
        disabled={at === ids.length - 1}
        onClick={() => model.step(1)}
      />
    </>
  );
}

function PlatformLink({ url, platform }: { url: string; platform: string }): ReactNode {
  const t = useTexts('inbox_detail');
  const label = t('open_on', { platform });
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="btn quiet is-icon"
      aria-label={label}
      title={label}
    >
      <Icon name="external" />
    </a>
  );
}

function MoreMenu({ review, mayWrite }: { review: Review; mayWrite: boolean }): ReactNode {
  const t = useTexts('inbox_detail');
  const common = useTexts('common');
  const actions = useInboxActions();
  const copy = useCopy();
  const copyLink = (): void => {
    const url = new URL(location.href);
    url.search = `?review=${review.id}`;
    void copy(url.href, t('link_copied'));
  };
  return (
    <Menu
      label={common('actions')}
      trigger={(attributes) => <IconButton {...attributes} icon="more" label={t('more_actions')} />}
    >
      {mayWrite && review.status !== 'inbox' && (
        <MenuItem icon="inbox" hint="U" onSelect={() => actions.setStatus(review, 'inbox')}>
          {t('to_waiting')}
        </MenuItem>
      )}
      <MenuItem icon="link" onSelect={copyLink}>
        {t('copy_link')}
      </MenuItem>
      {mayWrite && (
        <MenuItem icon="trash" danger onSelect={() => actions.askToDelete(onlyTarget(review))}>
          {t('delete_one')}
        </MenuItem>
      )}
    </Menu>
  );
}
