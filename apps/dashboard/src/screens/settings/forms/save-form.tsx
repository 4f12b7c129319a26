import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { nameOfPress } from '../../../app/keyboard';
import { Button } from '../../../components/controls/button';
import { ErrorNote } from '../../../components/forms/error-note';
import { LeaveGuard } from '../../../components/forms/leave-guard';
import { useTexts } from '../../../i18n/texts';

/** A form of a page with its Save button. ⌘S and ⌘Enter save while it has the focus. Leaving with changes asks first. */
export function SaveForm({
  changed,
  busy,
  error,
  label,
  hint,
  extra,
  onSave,
  children,
}: {
  changed: boolean;
  busy: boolean;
  error: unknown;
  /** The text of the button. */
  label?: string;
  /** Why it cannot be used yet. */
  hint?: string;
  /** More buttons beside it. */
  extra?: ReactNode;
  onSave: () => void;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('common');
  const ts = useTexts('settings');
  const save = (): void => {
    if (changed && !busy) onSave();
  };
  // A page may have several forms. The keys belong to the one with the focus.
  const press = (event: KeyboardEvent): void => {
    if (!/^mod\+(s|enter)$/.test(nameOfPress(event.nativeEvent))) return;
    event.preventDefault();
    save();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the fields of the form
    <form className="grid gap-4" onSubmit={submit} onKeyDown={press} noValidate>
      <LeaveGuard active={changed} />
      <ErrorNote error={error} />
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="form" type="submit" busy={busy} disabled={!changed}>
          {label ?? t('save')}
        </Button>
        {!changed && <span className="help-text">{hint ?? ts('nothing_changed')}</span>}
        {extra}
      </div>
    </form>
  );
}
