import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { apiDate, useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { Button } from '../controls/button';
import { Note } from '../display/note';

/**
 * Names who set up what sends data elsewhere. While it is paused, because that key or user was removed, it says so, with the button
 * that takes it over. Shows nothing if no one is known.
 */
export function MakerNote({
  made: { created_by: maker, paused_on },
  addresses = [],
  mayTakeOver,
  busy,
  onTakeOver,
}: {
  made: { created_by: Schema<'Maker'> | null; paused_on: string | null };
  /** Where data goes, if the page does not show it beside the note. */
  addresses?: readonly string[];
  mayTakeOver: boolean;
  busy: boolean;
  onTakeOver: () => void;
}): ReactNode {
  const t = useTexts('forms');
  const formats = useFormats();
  if (!maker) return null;
  const name = maker.name ?? String(maker.id);
  if (paused_on === null) {
    const text = maker.type === 'key' ? t('set_up_by_key', { name }) : t('set_up_by_user', { name });
    return <p className="help-text">{text}</p>;
  }
  const values = { name, time: formats.moment(apiDate(paused_on)) };
  return (
    <Note
      tone="warn"
      action={
        mayTakeOver && (
          <Button size="small" busy={busy} onClick={onTakeOver}>
            {t('take_over')}
          </Button>
        )
      }
    >
      {maker.type === 'key' ? t('paused_without_key', values) : t('paused_without_user', values)}
      <ul>
        {addresses.map((address) => (
          <li key={address} className="font-medium break-all">
            {address}
          </li>
        ))}
      </ul>
    </Note>
  );
}
