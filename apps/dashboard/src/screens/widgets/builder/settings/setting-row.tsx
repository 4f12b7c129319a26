import type { ReactNode } from 'react';
import { SwitchInput } from '../../../../components/controls/choice';
import { useBuilder } from '../builder-context';
import { valueAt } from '../draft/json-paths';
import { BasisControl } from './controls/basis-control';
import { ChoiceControl, SetControl } from './controls/choice-controls';
import { ColourControl } from './controls/colour-control';
import { IdsControl } from './controls/ids-control';
import { LanguageControl } from './controls/language-control';
import { ColumnsControl, NumberControl } from './controls/number-controls';
import { StringsControl } from './controls/strings-control';
import { CssControl, LongTextControl, TextControl } from './controls/text-controls';
import { NumbersControl, WordsControl } from './controls/words-controls';
import type { Field } from './field';
import type { SettingField } from './fields';
import { SettingFrame } from './setting-frame';

export interface ControlProps<Kind extends Field['kind'] = Field['kind']> {
  setting: SettingField & { field: Extract<Field, { kind: Kind }> };
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The control of each kind of setting. Each gets only settings of its own kinds. */
const CONTROLS: Readonly<Record<Field['kind'], (props: never) => ReactNode>> = {
  switch: SwitchControl,
  choice: ChoiceControl,
  basis: BasisControl,
  ratings: SetControl,
  set: SetControl,
  number: NumberControl,
  columns: ColumnsControl,
  colour: ColourControl,
  css: CssControl,
  ids: IdsControl,
  numbers: NumbersControl,
  words: WordsControl,
  locale: LanguageControl,
  translation: LanguageControl,
  strings: StringsControl,
  text: TextControl,
  url: TextControl,
  date: TextControl,
  font: TextControl,
};

/** Renders the control of a setting. */
export function SettingRow({ setting }: { setting: SettingField }): ReactNode {
  const { draft } = useBuilder();
  const { field, path } = setting;
  const isLong = field.kind === 'text' && field.long === true;
  const Control = (isLong ? LongTextControl : CONTROLS[field.kind]) as (props: ControlProps) => ReactNode;
  return (
    <Control
      setting={setting}
      value={valueAt(draft.settings, path)}
      onChange={(value) => draft.set(path, value)}
    />
  );
}

function SwitchControl({ setting, value, onChange }: ControlProps<'switch'>): ReactNode {
  return (
    <SettingFrame setting={setting} shape="inline">
      {(ids) => (
        <SwitchInput {...ids} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
      )}
    </SettingFrame>
  );
}
