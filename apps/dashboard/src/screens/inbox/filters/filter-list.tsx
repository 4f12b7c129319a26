import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useInboxSearch } from '../use-inbox';
import type { FilterOption } from './filter-options';
import { type ListParam, toggled, valuesOf } from './chips';

/** The values of one filter. Several can be chosen. */
export function FilterList({
  param,
  options,
  title,
}: {
  param: ListParam;
  options: readonly FilterOption[];
  title?: string;
}): ReactNode {
  const formats = useFormats();
  const [search, change] = useInboxSearch();
  const chosen = valuesOf(search, param);
  if (options.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      {title && <p className="menu-heading">{title}</p>}
      {options.map(({ value, label, count }) => (
        <label key={value} className="menu-item">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => change((before) => toggled(before, param, value))}
          />
          <span className="truncate">{label}</span>
          {count !== undefined && (
            <span className="help-text ms-auto ps-3 tabular-nums">{formats.number(count)}</span>
          )}
        </label>
      ))}
    </div>
  );
}
