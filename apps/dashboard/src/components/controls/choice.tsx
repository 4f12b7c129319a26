import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react';

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>;
interface ChoiceProps extends Input {
  label: ReactNode;
  help?: ReactNode;
}

/** A checkbox. It waits for a button. `mixed` shows that some of several things are chosen. */
export function Checkbox({
  label,
  help,
  mixed = false,
  ...input
}: ChoiceProps & { mixed?: boolean }): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="check">
      <input type="checkbox" {...input} ref={box} className={mixed ? 'mixed' : ''} />
      <ChoiceText label={label} help={help} />
    </label>
  );
}

/** One of several choices. The radios of a group share their `name` and stand in a fieldset with a legend. */
export function Radio({ label, help, ...input }: ChoiceProps): ReactNode {
  return (
    <label className="check">
      <input type="radio" {...input} />
      <ChoiceText label={label} help={help} />
    </label>
  );
}

/** A switch without its label. */
export function SwitchInput(input: Input): ReactNode {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
  return <input type="checkbox" role="switch" {...input} />;
}

/** A switch. It acts at once. */
export function Switch({ label, help, ...input }: ChoiceProps): ReactNode {
  return (
    <label className="check">
      <SwitchInput {...input} />
      <ChoiceText label={label} help={help} />
    </label>
  );
}

function ChoiceText({ label, help }: { label: ReactNode; help: ReactNode }): ReactNode {
  return (
    <span className="grid">
      <span>{label}</span>
      {help && <span className="help-text">{help}</span>}
    </span>
  );
}
