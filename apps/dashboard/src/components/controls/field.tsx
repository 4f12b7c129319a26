import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { useFieldFault } from './checked-form';

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Stands in the place of the help. */
  error?: string | null | undefined;
}

interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A label above a control, and help or an error below it. `children` receives the attributes of the control. */
export function Field({
  label,
  help,
  error,
  children,
}: FieldProps & { children: (control: ControlAttributes) => ReactNode }): ReactNode {
  const id = useId();
  const below = error || help;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': below ? `${id}-help` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {below && (
        <p id={`${id}-help`} className={error ? 'help bad' : 'help'} role={error ? 'alert' : undefined}>
          {below}
        </p>
      )}
    </div>
  );
}

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

/** A text field. `after` stands inside its border, such as a button that shows the password. */
export function TextField({
  label,
  help,
  error,
  after,
  ...input
}: FieldProps & Input & { after?: ReactNode }): ReactNode {
  const fault = useFieldFault(input.name) ?? error;
  return (
    <Field label={label} help={help} error={fault}>
      {(control) => (
        <span className={fault ? 'input is-invalid' : 'input'}>
          <input {...input} {...control} />
          {after}
        </span>
      )}
    </Field>
  );
}

export function TextArea({
  label,
  help,
  error,
  ...area
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>): ReactNode {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <textarea rows={4} {...area} {...control} className={error ? 'input is-invalid' : 'input'} />
      )}
    </Field>
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** A native select. `choices` are its options, `children` take their place for groups. */
export function SelectField({
  label,
  help,
  error,
  choices = [],
  children,
  ...select
}: FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { choices?: readonly Choice[] }): ReactNode {
  const fault = useFieldFault(select.name) ?? error;
  return (
    <Field label={label} help={help} error={fault}>
      {(control) => (
        <select {...select} {...control} className={fault ? 'input is-invalid' : 'input'}>
          {children ??
            choices.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}
