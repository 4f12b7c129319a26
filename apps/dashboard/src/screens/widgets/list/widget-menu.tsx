import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../components/controls/button';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { WidgetSummary } from '../data/widgets-data';
import { DeleteDialog, PauseDialog } from './confirm-dialogs';
import { useWidgetActs } from './use-widget-acts';

/** The menu of a widget. Without the right to change widgets it has only what reads. */
export function WidgetMenu({
  widget,
  views,
}: {
  widget: WidgetSummary;
  views?: number | undefined;
}): ReactNode {
  const t = useTexts('widgets');
  const can = useCan('widgets:write');
  const acts = useWidgetActs();
  const [asking, setAsking] = useState<'pause' | 'delete' | null>(null);
  const close = (): void => setAsking(null);
  const toggle = (): void => {
    if (widget.active && widget.last_seen_on !== null) setAsking('pause');
    else void acts.setActive(widget, !widget.active);
  };
  return (
    <>
      <Menu
        label={t('actions_of', { name: widget.name })}
        trigger={(attributes) => (
          <IconButton icon="more" label={t('actions_of', { name: widget.name })} {...attributes} />
        )}
      >
        <MenuItem icon={can ? 'edit' : 'eye'} onSelect={() => acts.open(widget.id)}>
          {t(can ? 'edit' : 'view')}
        </MenuItem>
        <MenuItem icon="copy" onSelect={() => void acts.copySnippet(widget)}>
          {t('copy_snippet')}
        </MenuItem>
        <MenuItem icon="link" onSelect={() => acts.open(widget.id, 'embed')}>
          {t('get_code')}
        </MenuItem>
        {can && <ChangingItems widget={widget} onToggle={toggle} onDelete={() => setAsking('delete')} />}
      </Menu>
      {asking === 'pause' && (
        <PauseDialog
          widget={widget}
          views={views}
          onClose={close}
          onConfirm={() => acts.setActive(widget, false)}
        />
      )}
      {asking === 'delete' && (
        <DeleteDialog widget={widget} views={views} onClose={close} onConfirm={() => acts.remove(widget)} />
      )}
    </>
  );
}

function ChangingItems({
  widget,
  onToggle,
  onDelete,
}: {
  widget: WidgetSummary;
  onToggle: () => void;
  onDelete: () => void;
}): ReactNode {
  const t = useTexts('widgets');
  const acts = useWidgetActs();
  return (
    <>
      <MenuItem icon="add" onSelect={() => void acts.duplicate(widget)}>
        {t('duplicate')}
      </MenuItem>
      <MenuItem icon={widget.active ? 'pause' : 'refresh'} onSelect={onToggle}>
        {t(widget.active ? 'pause' : 'resume')}
      </MenuItem>
      <hr />
      <MenuItem icon="trash" danger onSelect={onDelete}>
        {t('delete')}
      </MenuItem>
    </>
  );
}
