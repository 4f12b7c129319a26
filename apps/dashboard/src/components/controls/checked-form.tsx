import { type ComponentProps, createContext, type FormEvent, type ReactNode, use, useState } from 'react';
import { useTexts } from '../../i18n/texts';

/** What is wrong with fields, by their names. */
type Faults = ReadonlyMap<string, string>;

const NONE: Faults = new Map();

const FieldFaults = createContext(NONE);

/** Returns what a {@link CheckedForm} says about the field of this name. Null if it says nothing. */
export function useFieldFault(name: string | undefined): string | null {
  return use(FieldFaults).get(name ?? '') ?? null;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form that says in its fields what is missing or wrong, in the language of the dashboard, where the browser would show a bubble in its
 * own over them. Fields need a name. What is typed into a field takes its fault away.
 */
export function CheckedForm({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}): ReactNode {
  const t = useTexts('common');
  const [faults, setFaults] = useState(NONE);
  const faultOf = ({ validity, validationMessage }: Control): string => {
    if (validity.valueMissing) return t('field_missing');
    return validity.typeMismatch ? t('field_not_an_email') : validationMessage;
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const controls = [...event.currentTarget.elements] as Control[];
    const invalid = controls.filter((control) => control.willValidate && !control.validity.valid);
    setFaults(new Map(invalid.map((control) => [control.name, faultOf(control)])));
    if (invalid[0]) invalid[0].focus();
    else onSubmit(event);
  };
  const forget = ({ target }: FormEvent<HTMLFormElement>): void => {
    const { name } = target as Control;
    setFaults((current) => new Map([...current].filter(([faulty]) => faulty !== name)));
  };
  return (
    <FieldFaults value={faults}>
      <form {...form} onSubmit={submit} onInput={forget} noValidate />
    </FieldFaults>
  );
}
