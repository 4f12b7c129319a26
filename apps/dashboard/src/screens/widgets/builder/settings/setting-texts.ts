import { useMemo } from 'react';
import { usePreferences } from '../../../../app/preferences';
import { type Translate, useTexts } from '../../../../i18n/texts';
import type { Block, SettingField } from './fields';

type Named = Pick<SettingField, 'block' | 'key'>;

/** The names of settings, blocks and options in the chosen language. */
export interface SettingTexts {
  block(block: Block): string;
  label(setting: Named): string;
  help(setting: Named): string | undefined;
  option(setting: Named, value: string): string;
  /** The name of a part of a setting, such as the columns on one kind of screen, or a text of the widget. */
  part(key: string): string;
}

const EXAMPLE = new Date('2026-11-21T12:00:00Z');
const EXAMPLE_DAYS = -3;

export function useSettingTexts(): SettingTexts {
  const t = useTexts('widgets');
  const { language } = usePreferences();
  return useMemo(
    () => ({
      block: (block) => found(t, [`block_${block}`]) ?? block,
      label: ({ block, key }) => found(t, [`set_${block}_${key}`, `set_${key}`]) ?? readable(key),
      help: ({ block, key }) => found(t, [`help_${block}_${key}`, `help_${key}`]),
      option: ({ key }, value) =>
        key === 'date_format'
          ? dateExample(language, value)
          : (found(t, [`opt_${key}_${value}`, `opt_${value}`]) ?? readable(value)),
      part: (key) => found(t, [`device_${key}`]) ?? readable(key),
    }),
    [t, language],
  );
}

/** Returns the first of these texts that exists. */
function found(t: Translate<'widgets'>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = t(key as 'widgets');
    if (text !== key) return text;
  }
  return undefined;
}

/** Returns `read_more` as "Read more", for settings that have no text here. */
export function readable(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A format of dates is named by an example. */
function dateExample(language: string, format: string): string {
  if (format === 'relative') return new Intl.RelativeTimeFormat(language).format(EXAMPLE_DAYS, 'day');
  const dateStyle = format as Intl.DateTimeFormatOptions['dateStyle'];
  return new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(EXAMPLE);
}
