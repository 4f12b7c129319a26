import type { ReactNode } from 'react';
import { Checkbox } from '../../../../components/controls/choice';
import { SelectField, TextField } from '../../../../components/controls/field';
import { useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import type { ProfileDraft } from '../profile-draft';
import type { ProfileEditor } from '../use-profile-editor';
import { Section } from './section';

const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'] as const;
/** Settings of one line that may be empty. */
const LINES = [
  { name: 'from_name', max: 80, type: 'text', isNullable: false },
  { name: 'from_email', max: 254, type: 'email', isNullable: true },
  { name: 'reply_to', max: 254, type: 'email', isNullable: true },
  { name: 'logo_url', max: 2048, type: 'url', isNullable: true },
] as const;

/** Name, language, sender, look and what is measured. */
export function GeneralSection({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const formats = useFormats();
  const { draft, change, errorOf } = editor;
  return (
    <Section title={t('general')}>
      <TextField
        label={t('name')}
        value={draft.name}
        maxLength={80}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={t('language')}
        help={t('language_help')}
        value={draft.language}
        error={errorOf('language')}
        choices={LANGUAGES.map((code) => ({ value: code, label: formats.languageName(code) }))}
        onChange={(event) => change({ language: event.target.value as ProfileDraft['language'] })}
      />
      {LINES.map(({ name, max, type, isNullable }) => (
        <TextField
          key={name}
          label={t(name === 'logo_url' ? 'logo' : name)}
          help={t(name === 'logo_url' ? 'logo_help' : `${name}_help`)}
          type={type}
          value={draft[name] ?? ''}
          maxLength={max}
          error={errorOf(name)}
          onChange={({ target: { value } }) =>
            change({ [name]: isNullable ? value.trim() || null : value } as Partial<ProfileDraft>)
          }
        />
      ))}
      <TextField
        label={t('color')}
        type="color"
        value={draft.color}
        error={errorOf('color')}
        onChange={(event) => change({ color: event.target.value })}
      />
      <Measured editor={editor} />
    </Section>
  );
}

function Measured({ editor: { draft, change } }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { tracking } = draft;
  return (
    <fieldset className="grid gap-2">
      <legend className="label">{t('tracking')}</legend>
      {(['opens', 'clicks'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(`tracking_${name}`)}
          help={t(`tracking_${name}_help`)}
          checked={tracking[name]}
          onChange={(event) => change({ tracking: { ...tracking, [name]: event.target.checked } })}
        />
      ))}
      {!draft.default && (
        <Checkbox label={t('make_default')} checked={false} onChange={() => change({ default: true })} />
      )}
    </fieldset>
  );
}
