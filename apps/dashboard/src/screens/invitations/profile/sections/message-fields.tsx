import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../../../components/controls/field';
import { Segments } from '../../../../components/controls/segments';
import { useTexts } from '../../../../i18n/texts';
import { type DraftStep, type ProfileDraft } from '../profile-draft';
import type { ProfileEditor } from '../use-profile-editor';
import { usePlace } from '../use-place';
import { NumberField } from './number-field';
import { SmsFields } from './sms-fields';
import { TextSettingField } from './text-setting-field';

/** The wait and the texts of the first message, as email or as SMS. */
export function FirstMessageFields({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, change, errorOf } = editor;
  const [place, setPlace] = usePlace(draft);
  return (
    <>
      <DelayFields
        delay={draft.delay}
        unit={draft.delay_unit}
        units={['minutes', 'hours', 'days']}
        min={0}
        max={525_600}
        error={errorOf('delay') ?? errorOf('delay_unit')}
        onChange={(delay, unit) => change({ delay, delay_unit: unit })}
      />
      <Segments
        label={t('channel')}
        value={place.kind}
        choices={[
          { value: 'email', label: t('email') },
          { value: 'sms', label: t('sms') },
        ]}
        onChange={(kind) => setPlace({ kind })}
      />
      {place.kind === 'sms' ? <SmsFields editor={editor} /> : <EmailFields editor={editor} />}
    </>
  );
}

const EMAIL_TEXTS = [
  { name: 'subject', label: 'subject', max: 150, rows: 1 },
  { name: 'heading', label: 'heading', max: 120, rows: 1 },
  { name: 'body', label: 'body', max: 4000, rows: 7 },
  { name: 'button_text', label: 'button', max: 40, rows: 1 },
] as const;

function EmailFields({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, change, errorOf } = editor;
  return (
    <>
      {EMAIL_TEXTS.map(({ name, label, max, rows }) => (
        <TextSettingField
          key={name}
          label={t(label)}
          value={draft[name]}
          maxLength={max}
          rows={rows}
          error={errorOf(name)}
          {...(name === 'body' && { help: t('body_help') })}
          onChange={(value) => change({ [name]: value } as Partial<ProfileDraft>)}
        />
      ))}
      <TextField
        label={t('signature')}
        value={draft.signature}
        maxLength={300}
        error={errorOf('signature')}
        onChange={(event) => change({ signature: event.target.value })}
      />
      <TextField
        label={t('footer')}
        help={t('footer_help')}
        value={draft.footer_address}
        maxLength={200}
        error={errorOf('footer_address')}
        onChange={(event) => change({ footer_address: event.target.value })}
      />
    </>
  );
}

/** The wait, the subject and the text of a reminder. All else is that of the first message. */
export function ReminderFields({ editor, at }: { editor: ProfileEditor; at: number }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, replace, errorOf } = editor;
  const step = draft.followup.steps[at];
  if (!step) return null;
  const change = (part: Partial<DraftStep>): void => {
    const steps = draft.followup.steps.map((one, place) => (place === at ? { ...one, ...part } : one));
    replace({ ...draft, followup: { ...draft.followup, steps } });
  };
  const path = `followup.steps[${at}]`;
  return (
    <>
      <DelayFields
        delay={step.delay}
        unit={step.delay_unit}
        units={['hours', 'days']}
        min={1}
        max={90}
        help={t('step_delay_help')}
        error={errorOf(`${path}.delay`) ?? errorOf(`${path}.delay_unit`)}
        onChange={(delay, unit) => change({ delay, delay_unit: unit })}
      />
      <TextSettingField
        label={t('subject')}
        value={step.subject}
        maxLength={150}
        rows={1}
        error={errorOf(`${path}.subject`)}
        onChange={(subject) => change({ subject })}
      />
      <TextSettingField
        label={t('body')}
        help={t('body_help')}
        value={step.body}
        maxLength={4000}
        rows={7}
        error={errorOf(`${path}.body`)}
        onChange={(body) => change({ body })}
      />
    </>
  );
}

type DelayUnit = 'minutes' | 'hours' | 'days';

function DelayFields<Unit extends DelayUnit>({
  delay,
  unit,
  units,
  onChange,
  ...field
}: {
  delay: number;
  unit: Unit;
  units: readonly Unit[];
  min: number;
  max: number;
  help?: string;
  error: string | null;
  onChange: (delay: number, unit: Unit) => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  return (
    <div className="profile-two">
      <NumberField label={t('delay')} {...field} value={delay} onChange={(value) => onChange(value, unit)} />
      <SelectField
        label={t('unit')}
        value={unit}
        choices={units.map((one: DelayUnit) => ({ value: one, label: t(`unit_${one}`) }))}
        onChange={(event) => onChange(delay, event.target.value as Unit)}
      />
    </div>
  );
}
