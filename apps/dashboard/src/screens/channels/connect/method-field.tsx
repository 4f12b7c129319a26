import type { ReactNode } from 'react';
import { TextField } from '../../../components/controls/field';
import { PasswordField } from '../../../components/controls/password-field';
import { PlatformMark } from '../../../components/display/monograms';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';

/** The fields that platforms may need, in the order in which they are shown. */
export const FIELDS = ['url', 'subdomain', 'access_token', 'stores', 'countries', 'trend_id'] as const;
export type FieldName = (typeof FIELDS)[number];

/** The platform's name and how to connect it, in the words of the platform's description. */
export function Instructions({ type }: { type: ChannelType }): ReactNode {
  return (
    <div className="flex gap-3">
      <PlatformMark platform={type.type} name={type.label} size="large" />
      <div>
        <p className="font-medium">{type.label}</p>
        <p className="text-text-2" lang="en">
          {type.instructions}
        </p>
      </div>
    </div>
  );
}

export function MethodField({
  name,
  type,
  value,
  error,
  onChange,
}: {
  name: FieldName;
  type: ChannelType;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}): ReactNode {
  const t = useTexts('channels');
  const isOptional = !type.required.includes(name);
  const label = isOptional ? t('optional', { name: t(`field_${name}`) }) : t(`field_${name}`);
  const change = ({ target }: { target: { value: string } }): void => onChange(target.value);
  if (name === 'access_token')
    return <PasswordField label={label} autoComplete="off" value={value} error={error} onChange={change} />;
  const example = type.url_example?.replace(/^https?:\/\/(www\.)?/, '');
  const help = name === 'url' && example ? t('looks_like', { example }) : undefined;
  return (
    <TextField
      label={label}
      value={value}
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      help={help ?? (name === 'stores' || name === 'countries' ? t('comma_separated') : undefined)}
      onChange={change}
    />
  );
}
