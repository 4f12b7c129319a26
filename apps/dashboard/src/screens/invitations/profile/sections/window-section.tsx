import { type ReactNode, useState } from 'react';
import { Switch } from '../../../../components/controls/choice';
import { TextField } from '../../../../components/controls/field';
import { useTexts } from '../../../../i18n/texts';
import { usePreferences } from '../../../../app/preferences';
import type { ProfileDraft } from '../profile-draft';
import type { ProfileEditor } from '../use-profile-editor';
import { Section } from './section';
import { dayNames, WindowChart } from './window-chart';

type Window = ProfileDraft['send_window'];

/** At which times messages are sent. */
export function WindowSection({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, change } = editor;
  const window = draft.send_window;
  const set = (part: Partial<Window>): void => change({ send_window: { ...window, ...part } });
  return (
    <Section title={t('window')} note={window.enabled ? t('window_zone', { zone: window.timezone }) : ''}>
      <Switch
        label={t('window_on')}
        {...(!window.enabled && { help: t('window_off_text') })}
        checked={window.enabled}
        onChange={(event) => set({ enabled: event.target.checked })}
      />
      {window.enabled && (
        <>
          <WindowChart window={window} />
          <WindowFields editor={editor} onChange={set} />
        </>
      )}
    </Section>
  );
}

function WindowFields({
  editor: { draft, errorOf },
  onChange,
}: {
  editor: ProfileEditor;
  onChange: (part: Partial<Window>) => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  const window = draft.send_window;
  return (
    <>
      <DayButtons days={window.days} onChange={(days) => onChange({ days })} />
      <div className="profile-two">
        <TextField
          label={t('window_start')}
          type="time"
          value={window.start}
          error={errorOf('send_window.start')}
          onChange={(event) => event.target.value && onChange({ start: event.target.value })}
        />
        <TextField
          label={t('window_end')}
          help={t('window_end_help')}
          type="time"
          value={window.end}
          error={errorOf('send_window.end')}
          onChange={(event) => event.target.value && onChange({ end: event.target.value })}
        />
      </div>
      <TextField
        label={t('timezone')}
        list="time-zones"
        value={window.timezone}
        error={errorOf('send_window.timezone')}
        spellCheck={false}
        onChange={(event) => onChange({ timezone: event.target.value })}
      />
      <datalist id="time-zones">
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <HolidaysField
        holidays={window.holidays}
        error={errorOf('send_window.holidays')}
        onChange={(holidays) => onChange({ holidays })}
      />
    </>
  );
}

function HolidaysField({
  holidays,
  error,
  onChange,
}: {
  holidays: readonly string[];
  error: string | null;
  onChange: (holidays: string[]) => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  const [text, setText] = useState(holidays.join(', '));
  const read = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);
  const isShown = read(text).join() === holidays.join();
  return (
    <TextField
      label={t('holidays')}
      help={t('holidays_help')}
      value={isShown ? text : holidays.join(', ')}
      error={error}
      spellCheck={false}
      onChange={(event) => {
        setText(event.target.value);
        onChange([...new Set(read(event.target.value))]);
      }}
    />
  );
}

/** At least one day stays. */
function DayButtons({
  days,
  onChange,
}: {
  days: readonly number[];
  onChange: (days: number[]) => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  const { language } = usePreferences();
  const names = dayNames(language, 'short');
  const toggle = (day: number): void => {
    const chosen = days.includes(day)
      ? days.filter((one) => one !== day)
      : [...days, day].sort((a, b) => a - b);
    if (chosen.length > 0) onChange(chosen);
  };
  return (
    <div className="day-buttons" role="group" aria-label={t('window_days')}>
      {names.map((name, at) => (
        <button key={name} type="button" aria-pressed={days.includes(at + 1)} onClick={() => toggle(at + 1)}>
          {name}
        </button>
      ))}
    </div>
  );
}
