import { type ReactNode, useState } from 'react';
import { SwitchInput } from '../../../../components/controls/choice';
import { TextField } from '../../../../components/controls/field';
import { useTexts } from '../../../../i18n/texts';
import { PauseDialog } from '../../list/confirm-dialogs';
import { useWidgetActs } from '../../list/use-widget-acts';
import { useBuilder } from '../builder-context';

const MAX_NAME = 191;

/** The name of the widget and whether it is live. The switch acts at once. */
export function WidgetFacts(): ReactNode {
  const t = useTexts('widgets');
  const { widget, draft, canEdit } = useBuilder();
  const acts = useWidgetActs();
  const [asking, setAsking] = useState(false);
  const empty = draft.name.trim() === '';
  const switchTo = (active: boolean): void => {
    if (!active && widget.last_seen_on !== null) setAsking(true);
    else void acts.setActive(widget, active);
  };
  return (
    <div className="widget-facts">
      <TextField
        label={t('name')}
        help={t('name_help')}
        error={empty ? t('name_empty') : draft.error?.field === 'name' ? draft.error.msg : null}
        maxLength={MAX_NAME}
        disabled={!canEdit}
        value={draft.name}
        onChange={({ target }) => draft.setName(target.value)}
      />
      <label className="flex items-center gap-2">
        <span className="grow">
          {t('active')}
          <span className="help block">{t(widget.active ? 'active_on' : 'active_off')}</span>
        </span>
        <SwitchInput
          disabled={!canEdit}
          checked={widget.active}
          onChange={({ target }) => switchTo(target.checked)}
        />
      </label>
      {asking && (
        <PauseDialog
          widget={widget}
          onClose={() => setAsking(false)}
          onConfirm={() => acts.setActive(widget, false)}
        />
      )}
    </div>
  );
}
