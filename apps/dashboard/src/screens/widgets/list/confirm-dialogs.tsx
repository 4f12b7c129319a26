import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';
import type { WidgetSummary } from '../data/widgets-data';
import { useLastSeen } from './widget-state';

interface ConfirmProps {
  widget: WidgetSummary;
  /** How often it was shown in the last 30 days, if that is counted. */
  views?: number | undefined;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks before a widget that pages show hides everywhere. */
export function PauseDialog(props: ConfirmProps): ReactNode {
  const t = useTexts('widgets');
  const seen = useLastSeen();
  const { widget, views } = props;
  return (
    <Confirm
      {...props}
      title={t('pause_title', { name: widget.name })}
      keep={t('pause_keep')}
      act={t('pause')}
    >
      {views ? t('pause_text_views', { count: views }) : t('pause_text', { seen: seen(widget.last_seen_on) })}
    </Confirm>
  );
}

/** Asks before a widget is deleted, and says where it is missed. */
export function DeleteDialog(props: ConfirmProps): ReactNode {
  const t = useTexts('widgets');
  const seen = useLastSeen();
  const { widget, views } = props;
  const never = widget.last_seen_on === null;
  return (
    <Confirm
      {...props}
      title={t('delete_title', { name: widget.name })}
      keep={t('delete_keep')}
      act={t('delete')}
    >
      {never ? t('delete_never_seen') : t('delete_seen', { seen: seen(widget.last_seen_on) })}{' '}
      {views ? t('delete_views', { count: views }) : ''} {t('delete_final')}
    </Confirm>
  );
}

function Confirm({
  title,
  keep,
  act,
  onClose,
  onConfirm,
  children,
}: ConfirmProps & { title: string; keep: string; act: string; children: ReactNode }): ReactNode {
  const [busy, setBusy] = useState(false);
  const confirm = (): void => {
    setBusy(true);
    void onConfirm().finally(onClose);
  };
  return (
    <Dialog
      title={title}
      width={440}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" size="form" onClick={onClose}>
            {keep}
          </Button>
          <Button kind="danger" size="form" className="ms-auto" busy={busy} onClick={confirm}>
            {act}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{children}</p>
    </Dialog>
  );
}
