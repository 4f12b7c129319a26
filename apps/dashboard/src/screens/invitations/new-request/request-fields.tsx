import type { ReactNode } from 'react';
import { usePreferences } from '../../../app/preferences';
import { Checkbox, Radio } from '../../../components/controls/choice';
import { SelectField, TextField } from '../../../components/controls/field';
import { Segments } from '../../../components/controls/segments';
import { useTexts } from '../../../i18n/texts';
import { localTimeOf, zoneName } from '../../../i18n/zoned-time';
import { useProfiles } from '../invite-queries';
import { needsDefaultMark } from '../default-mark';
import { DataFields } from './data-fields';
import type { FormFault, RequestForm } from './request-form';

interface FieldsProps {
  form: RequestForm;
  fault: FormFault | null;
  serverError: { field: string; msg: string } | null;
  onChange: (part: Partial<RequestForm>) => void;
}

export function RequestFields(props: FieldsProps): ReactNode {
  const { form, fault, onChange } = props;
  const t = useTexts('invitations');
  const errorOf = serverErrors(props);
  return (
    <>
      <Segments
        label={t('new_type')}
        value={form.type}
        choices={[
          { value: 'email', label: t('type_email') },
          { value: 'sms', label: t('type_sms') },
        ]}
        onChange={(type) => onChange({ type })}
      />
      <TextField
        label={t(form.type === 'email' ? 'new_recipient_email' : 'new_recipient_sms')}
        help={form.type === 'sms' ? t('new_recipient_sms_help') : undefined}
        type={form.type === 'email' ? 'email' : 'tel'}
        value={form.recipient}
        maxLength={254}
        autoFocus
        autoComplete="off"
        error={fault === 'recipient' ? t('error_recipient') : errorOf('recipient', 'type')}
        onChange={(event) => onChange({ recipient: event.target.value })}
      />
      <TextField
        label={t('new_name')}
        help={t('new_name_help')}
        value={form.name}
        maxLength={120}
        autoComplete="off"
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <ProfileField {...props} />
      <WhenFields {...props} />
      <More {...props} />
    </>
  );
}

function ProfileField({ form, onChange, ...props }: FieldsProps): ReactNode {
  const t = useTexts('invitations');
  const profiles = useProfiles();
  const byDefault = profiles.find((profile) => profile.default);
  const name = byDefault?.name ?? '';
  const others = profiles.filter((profile) => !profile.default);
  return (
    <SelectField
      label={t('new_profile')}
      value={form.settingsId === String(byDefault?.id) ? '' : form.settingsId}
      error={serverErrors(props)('settings_id')}
      choices={[
        { value: '', label: needsDefaultMark({ name, isDefault: true }) ? t('new_default', { name }) : name },
        ...others.map((profile) => ({ value: String(profile.id), label: profile.name })),
      ]}
      onChange={(event) => onChange({ settingsId: event.target.value })}
    />
  );
}

function WhenFields({ form, fault, serverError, onChange }: FieldsProps): ReactNode {
  const t = useTexts('invitations');
  const { timeZone } = usePreferences();
  return (
    <fieldset className="grid gap-2">
      <legend className="label">{t('new_when')}</legend>
      {(['profile', 'now', 'time'] as const).map((when) => (
        <Radio
          key={when}
          name="when"
          label={t(`when_${when}`)}
          checked={form.when === when}
          onChange={() => onChange({ when, time: form.time || localTimeOf(new Date(), timeZone) })}
        />
      ))}
      {form.when === 'time' && (
        <TextField
          label={t('new_time', { zone: zoneName(timeZone) })}
          type="datetime-local"
          value={form.time}
          error={fault === 'time' ? t('error_time') : serverErrors({ serverError })('schedule')}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      )}
    </fieldset>
  );
}

/** What few invitations need. It is open if it has an error. */
function More({ form, fault, serverError, onChange }: FieldsProps): ReactNode {
  const t = useTexts('invitations');
  const errorOf = serverErrors({ serverError });
  const hasError = fault === 'data' || errorOf('data', 'reference') !== null;
  return (
    <details className="inv-more" open={hasError || undefined}>
      <summary>{t('new_more')}</summary>
      <div className="grid gap-4">
        <DataFields
          rows={form.data}
          error={fault === 'data' ? t('error_data') : errorOf('data')}
          onChange={(data) => onChange({ data })}
        />
        <TextField
          label={t('new_reference')}
          help={t('new_reference_help')}
          value={form.reference}
          maxLength={100}
          error={errorOf('reference')}
          onChange={(event) => onChange({ reference: event.target.value })}
        />
        {form.type === 'email' && (
          <Checkbox
            label={t('new_followup')}
            checked={form.followup}
            onChange={(event) => onChange({ followup: event.target.checked })}
          />
        )}
        <Checkbox
          label={t('new_ignore_cooldown')}
          checked={form.ignoreCooldown}
          onChange={(event) => onChange({ ignoreCooldown: event.target.checked })}
        />
      </div>
    </details>
  );
}

/** Returns the function that finds the error of a field in what the server said. */
function serverErrors({
  serverError,
}: Pick<FieldsProps, 'serverError'>): (...fields: string[]) => string | null {
  return (...fields) => (serverError && fields.includes(serverError.field) ? serverError.msg : null);
}
