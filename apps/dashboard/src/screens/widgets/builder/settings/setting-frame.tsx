import { type ReactNode, useId } from 'react';
import { IconButton } from '../../../../components/controls/button';
import { Icon } from '../../../../components/display/icon';
import { useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';
import { isOverridden } from '../draft/draft';
import type { SettingField } from './fields';
import { useSettingTexts } from './setting-texts';

export interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  disabled: boolean;
}

/**
 * A setting: its label, a mark and a button that resets it if it is not the default, its control, and help, warning or error
 * below. `inline` controls stand beside the label. `group` controls consist of several, which the label names together.
 */
export function SettingFrame({
  setting,
  shape,
  error,
  children,
}: {
  setting: SettingField;
  shape: 'inline' | 'below' | 'group';
  error?: string | null | undefined;
  children: (ids: ControlIds) => ReactNode;
}): ReactNode {
  const { draft, canEdit } = useBuilder();
  const texts = useSettingTexts();
  const id = useId();
  const path = setting.path.join('.');
  const refused = draft.error?.field === path ? draft.error.msg : null;
  const wrong = error ?? refused;
  const help = texts.help(setting);
  const below = wrong || help;
  const isChanged = isOverridden(draft.overrides, setting.path);
  const Label = shape === 'group' ? 'span' : 'label';
  return (
    <div
      className={`setting is-${shape}`}
      data-setting={path}
      {...(shape === 'group' ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      <span className="setting-label">
        <Label id={`${id}-label`} {...(shape === 'group' ? {} : { htmlFor: id })}>
          {texts.label(setting)}
        </Label>
        {isChanged && <ResetButton setting={setting} />}
      </span>
      {children({
        id,
        'aria-describedby': below ? `${id}-help` : undefined,
        'aria-invalid': wrong ? true : undefined,
        disabled: !canEdit,
      })}
      {below && (
        <p id={`${id}-help`} className={wrong ? 'help bad' : 'help'} role={wrong ? 'alert' : undefined}>
          {below}
        </p>
      )}
      <ContrastHint setting={setting} />
    </div>
  );
}

/** Marks a changed setting and resets it. */
function ResetButton({ setting }: { setting: SettingField }): ReactNode {
  const t = useTexts('widgets');
  const texts = useSettingTexts();
  const { draft, canEdit } = useBuilder();
  if (!canEdit) return <span className="changed-mark" role="img" aria-label={t('is_changed')} />;
  return (
    <IconButton
      size="small"
      icon="undo"
      className="reset-setting"
      label={t('reset_setting', { name: texts.label(setting) })}
      onClick={() => draft.reset(setting.path)}
    />
  );
}

/** Says that a colour is hard to read, and offers the nearest one that is not. */
function ContrastHint({ setting }: { setting: SettingField }): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const { warnings, draft, canEdit } = useBuilder();
  const warning = warnings.find(({ setting: key }) => setting.path.join('.') === `style.${key}`);
  if (!warning) return null;
  const { ratio, needed, better } = warning;
  return (
    <p className="help warn contrast-hint" role="status">
      <Icon name="alert" size="small" />
      <span>
        {t('contrast_low', { ratio: formats.number(ratio, 1), needed: formats.number(needed) })}{' '}
        {better && canEdit && (
          <button
            type="button"
            className="link"
            onClick={() => draft.set(setting.path, better.toLowerCase())}
          >
            {t('use_colour', { colour: better })}
          </button>
        )}
      </span>
    </p>
  );
}
