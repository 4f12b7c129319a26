import type { ReactNode } from 'react';
import { useTyped } from '../../../../../components/controls/use-typed';
import { Icon, type IconName } from '../../../../../components/display/icon';
import { useFormats } from '../../../../../i18n/formats';
import { useTexts } from '../../../../../i18n/texts';
import { asText, isObject } from '../../draft/json-paths';
import { type Device, DEVICES } from '../field';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';

interface Bounds {
  min: number;
  max: number;
  step?: number;
  optional?: boolean;
}

/** Returns the number that a text means, null for an empty one if that is allowed, or undefined if it is out of bounds. */
function readNumber(text: string, { min, max, step = 1, optional }: Bounds): number | null | undefined {
  if (text.trim() === '') return optional ? null : undefined;
  const value = Number(text);
  const whole = step < 1 || Number.isInteger(value);
  return whole && value >= min && value <= max ? value : undefined;
}

/** Holds what is typed, because half a number is not a setting yet. */
function useTypedNumber(value: unknown, bounds: Bounds, onChange: (value: unknown) => void) {
  const [typed, setTyped] = useTyped(asText(value));
  const wrong = readNumber(typed, bounds) === undefined;
  const type = (text: string): void => {
    setTyped(text);
    const read = readNumber(text, bounds);
    if (read !== undefined) onChange(read);
  };
  return { typed, wrong, type };
}

export function NumberControl({ setting, value, onChange }: ControlProps<'number'>): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const { field } = setting;
  const { min, max, step = 1, unit } = field;
  const { typed, wrong, type } = useTypedNumber(value, field, onChange);
  const error = wrong ? t('between', { min: formats.number(min), max: formats.number(max) }) : null;
  return (
    <SettingFrame setting={setting} shape="inline" error={error}>
      {(ids) => (
        <span className={wrong ? 'input number-input is-invalid' : 'input number-input'}>
          <input
            type="number"
            inputMode="decimal"
            {...ids}
            min={min}
            max={max}
            step={step}
            placeholder={field.optional ? t('no_limit') : undefined}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
          {unit && <span className="help-text">{unit}</span>}
        </span>
      )}
    </SettingFrame>
  );
}

const ICONS: Readonly<Record<Device, IconName>> = { desktop: 'desktop', tablet: 'tablet', mobile: 'phone' };

/** A number for each width of the screen. */
export function ColumnsControl({ setting, value, onChange }: ControlProps<'columns'>): ReactNode {
  const columns = isObject(value) ? value : {};
  return (
    <SettingFrame setting={setting} shape="group">
      {({ disabled }) => (
        <div className="grid grid-cols-3 gap-2">
          {DEVICES.map((device) => (
            <DeviceNumber
              key={device}
              device={device}
              most={setting.field.most[device]}
              value={columns[device]}
              disabled={disabled}
              onChange={(number) => onChange({ ...columns, [device]: number })}
            />
          ))}
        </div>
      )}
    </SettingFrame>
  );
}

function DeviceNumber({
  device,
  most,
  value,
  disabled,
  onChange,
}: {
  device: Device;
  most: number;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}): ReactNode {
  const t = useTexts('widgets');
  const { typed, wrong, type } = useTypedNumber(value, { min: 1, max: most }, onChange);
  return (
    <label className={wrong ? 'input is-invalid' : 'input'} title={t(`device_${device}`)}>
      <Icon name={ICONS[device]} />
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        disabled={disabled}
        aria-label={t(`device_${device}`)}
        aria-invalid={wrong || undefined}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  );
}
