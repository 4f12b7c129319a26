import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { shownError } from '../../../../api/api-error';
import { useApi } from '../../../../api/api';
import { updateWidget, type Widget, widgetQuery } from '../../data/widgets-data';
import {
  changed,
  completeSettings,
  defaultsUnder,
  dirtyPaths,
  overridesOf,
  patchBetween,
  resetted,
} from './draft';
import type { Json, Path } from './json-paths';

/** What a person changed and did not save yet. `base` is what was stored when the first change was made. */
interface Edits {
  base: Json;
  overrides: Json;
  name: string;
}

/** The settings of a widget while they are edited. */
export interface Draft {
  typeDefaults: Json;
  /** The defaults under the chosen theme. */
  defaults: Json;
  overrides: Json;
  /** The complete settings. */
  settings: Json;
  name: string;
  /** What differs from the stored settings. */
  patch: Json;
  unsaved: number;
  saving: boolean;
  /** The error of the last attempt to save, and the path of the setting that it names, such as `style.radius`. */
  error: { msg: string | null; field: string | null } | null;
  set(path: Path, value: unknown): void;
  reset(path: Path): void;
  setName(name: string): void;
  discard(): void;
  /** Returns true if everything was saved. */
  save(): Promise<boolean>;
}

export function useDraft(widget: Widget, typeDefaults: Json): Draft {
  const [edits, setEdits] = useState<Edits | null>(null);
  const stored = useMemo(() => overridesOf(typeDefaults, widget.settings), [typeDefaults, widget.settings]);
  const { base, overrides, name } = edits ?? { base: stored, overrides: stored, name: widget.name };
  const { save, saving, error, forget } = useSave(widget, typeDefaults, edits, setEdits);
  const edit = (change: (current: Edits) => Edits): void => {
    forget();
    setEdits((current) => {
      const next = change(current ?? { base: stored, overrides: stored, name: widget.name });
      return dirtyPaths(next.base, next.overrides).length > 0 || next.name !== widget.name ? next : null;
    });
  };
  return {
    ...useSettings(typeDefaults, base, overrides),
    typeDefaults,
    overrides,
    name,
    unsaved: dirtyPaths(base, overrides).length + (name === widget.name ? 0 : 1),
    saving,
    error,
    set: (path, value) =>
      edit((current) => ({ ...current, overrides: changed(typeDefaults, current.overrides, path, value) })),
    reset: (path) => edit((current) => ({ ...current, overrides: resetted(current.overrides, path) })),
    setName: (next) => edit((current) => ({ ...current, name: next })),
    discard: () => {
      setEdits(null);
      forget();
    },
    save,
  };
}

type Saving = Pick<Draft, 'save' | 'saving' | 'error'> & { forget: () => void };

/** Sends the edits. They are kept if that fails. */
function useSave(
  widget: Widget,
  typeDefaults: Json,
  edits: Edits | null,
  setEdits: Dispatch<SetStateAction<Edits | null>>,
): Saving {
  const api = useApi();
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<Draft['error']>(null);
  const save = async (): Promise<boolean> => {
    if (!edits) return true;
    const { base, overrides, name } = edits;
    setSaving(true);
    try {
      const settings = patchBetween(typeDefaults, base, overrides);
      const saved = await updateWidget(api, widget.id, { name, settings });
      queries.setQueryData(widgetQuery(api, widget.id).queryKey, saved);
      const nowStored = overridesOf(typeDefaults, saved.settings);
      // What was typed while the request ran is kept as a change of what is stored now.
      setEdits((current) => (current === edits || !current ? null : { ...current, base: nowStored }));
      setError(null);
      void queries.invalidateQueries({ queryKey: api.key('widgets', 'list') });
      return true;
    } catch (failure) {
      const { msg, field } = shownError(failure);
      setError({ msg, field: field?.replace(/^settings\./, '') ?? null });
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, error, forget: () => setError(null) };
}

function useSettings(
  typeDefaults: Json,
  base: Json,
  overrides: Json,
): Pick<Draft, 'defaults' | 'settings' | 'patch'> {
  return useMemo(
    () => ({
      defaults: defaultsUnder(typeDefaults, overrides),
      settings: completeSettings(typeDefaults, overrides),
      patch: patchBetween(typeDefaults, base, overrides),
    }),
    [typeDefaults, base, overrides],
  );
}
